import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import fc from 'fast-check';
import { setWebhookUrl } from '../account/account.store';
import type { ProductType } from '../provider/provider.port';
import { synchronousProducts } from '../queue/job-catalog';
import type { Db } from '../shared/db';
import { itemFor, orderFor, purchasesIn } from '../testing/purchases';
import { verifyBooks } from '../wallet/verification/verify-books';
import { getWalletBalance } from '../wallet/wallet.store';
import { isReferenceUsed } from './purchase.store';
import { findSentPurchase } from './requery/due.store';
import { toProviderOrder } from './send/send-purchase';
import { recordSettlements, type SettlementItem } from './settle/settle.store';
import { markPending } from './wait/waiting.store';

let database: TestDatabase;
let db: Db;
let accountId: string;

const { accept, claim, settle, sent, row } = purchasesIn(() => db);

const TOKEN = '12345678901234567890';
const products = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'] as const;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 8);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});
beforeEach(async () => {
  accountId = await fundedAccount(db, 100_000n);
  await setWebhookUrl(db, accountId, 'https://client.example/hook');
});
afterEach(async () => {
  expect((await verifyBooks(db)).findings.filter(({ count }) => count > 0)).toEqual([]);
});

const moves = async (purchaseId: string) => {
  const history = await db.purchaseHistory.findMany({ where: { purchaseId }, orderBy: { id: 'asc' } });
  return history.map(({ toStatus, cause }) => [toStatus, cause]);
};
const events = async (purchaseId: string) =>
  (await db.webhookEvent.findMany({ where: { purchaseId }, orderBy: { seq: 'asc' } })).map(({ event }) => event);
const notifications = (purchaseId: string) => db.notification.findMany({ where: { purchaseId } });

const undecided = { target_status: 'open', next_check_ms: 60_000 } as const;

describe('accept: what was ordered is what will be sent, and each client is waited on as long as its product says', () => {
  test('the window is each item’s own, or a cable TV client in a batch with airtime is answered for by the sweeper while it still waits', async () => {
    const items = [15_000, 35_000, 1].map((windowMs, i) => ({
      ...itemFor(accountId, i === 1 ? 'CABLE_TV' : 'AIRTIME'),
      windowMs,
    }));
    await accept(items);
    for (const { id, windowMs } of items) {
      const [window] = (await db.$queryRaw`
        SELECT (extract(epoch FROM window_ends_at - created_at) * 1000)::integer AS ms FROM purchase WHERE id = ${id}::uuid`) as {
        ms: number;
      }[];
      expect(window).toEqual({ ms: windowMs });
    }
    await recordSettlements(
      db,
      items.map(({ id }) => ({ id, target_status: 'refunded', basis: 'never_sent', cause: 'test', message: 'test' })),
      { wait: true },
    );
  });

  test.each(products)('%s reaches its sender with every word of the order', async (product) => {
    const item = itemFor(accountId, product);
    await accept([item]);
    const [claimed] = await claim([item.id]);
    expect(claimed && toProviderOrder(claimed)).toEqual({
      ...orderFor(product).providerOrder,
      providerRef: `ref-${item.id}`,
      productType: product,
      recipient: item.recipient,
      amountKobo: item.amountKobo,
    });
  });

  test('the provider’s words cannot be changed between accept and send, or another package is delivered than was paid for', async () => {
    const item = itemFor(accountId, 'CABLE_TV');
    await accept([item]);
    const change = db.$executeRaw`UPDATE purchase SET provider_order = provider_order || '{"variationCode": "dstv-premium"}' WHERE id = ${item.id}::uuid`;
    await expect(change).rejects.toThrow(/TP002/);
    expect((await row(item.id)).providerOrder).toEqual(item.providerOrder);
  });

  test('a reference counts as used from the accept on, whoever used it', async () => {
    const item = itemFor(accountId, 'DATA');
    expect(await isReferenceUsed(db, item.requestRef)).toBe(false);
    await accept([item]);
    expect(await isReferenceUsed(db, item.requestRef)).toBe(true);
    expect(await isReferenceUsed(db, item.requestRef.toUpperCase())).toBe(false);
  });
});

describe('an undecided answer: who is told pending by it, and who still waits', () => {
  test.each(synchronousProducts)(
    '%s is pending in the same statement, or its client would be told initiated',
    async (product) => {
      const id = await sent(accountId, product);
      expect(await settle({ id, ...undecided, basis: 'answer' })).toEqual({
        outcome: 'kept',
        status: 'pending',
        eventId: null,
        notificationId: null,
      });
      expect(await row(id)).toMatchObject({
        status: 'pending',
        windowEndsAt: null,
        nextCheckAt: expect.any(Date),
        claimToken: null,
        claimExpiresAt: null,
        finalAt: null,
      });
      expect(await moves(id)).toEqual([
        ['initiated', 'accepted'],
        ['pending', 'client_told_pending'],
      ]);
      expect(await events(id)).toEqual([]);
      expect(await getWalletBalance(db, accountId)).toBe(99_000n);
    },
  );

  test.each(['AIRTIME', 'DATA'] as const)(
    '%s stays initiated: its client waits out the 15 s, in which a requery may yet bring the outcome',
    async (product) => {
      const id = await sent(accountId, product);
      expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
        outcome: 'kept',
        status: 'initiated',
      });
      expect(await row(id)).toMatchObject({ status: 'initiated', windowEndsAt: expect.any(Date), cause: 'accepted' });
      expect(await moves(id)).toHaveLength(1);
    },
  );

  test.each(synchronousProducts)(
    '%s: a requery that learns nothing answers nobody, and a second answer moves nothing',
    async (product) => {
      const id = await sent(accountId, product);
      expect(await settle({ id, ...undecided, basis: 'requery' })).toMatchObject({
        outcome: 'kept',
        status: 'initiated',
      });
      expect(await row(id)).toMatchObject({ status: 'initiated', windowEndsAt: expect.any(Date), checks: 1 });
      for (let answers = 1; answers <= 2; answers += 1) await settle({ id, ...undecided, basis: 'answer' });
      expect((await moves(id)).map(([to]) => to)).toEqual(['initiated', 'pending']);
    },
  );

  test.each(synchronousProducts)('%s: an answer that comes after the outcome takes nothing back', async (product) => {
    const id = await sent(accountId, product);
    await settle({ id, target_status: 'success', basis: 'requery' });
    expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
      outcome: 'already_final',
      status: 'success',
    });
    expect((await moves(id)).map(([to]) => to)).toEqual(['initiated', 'success']);
  });

  test.each(synchronousProducts)(
    '%s: an answer after the sweeper has told pending does not rewrite why',
    async (product) => {
      const id = await sent(accountId, product);
      await markPending(db, [id], 'nobody_answered', 'wait');
      expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
        outcome: 'kept',
        status: 'pending',
      });
      expect((await row(id)).cause).toBe('nobody_answered');
    },
  );

  test.each(synchronousProducts)(
    '%s: an answer to what nobody has sent is refused, and tells nobody pending',
    async (product) => {
      const item = itemFor(accountId, product);
      await accept([item]);
      expect(await settle({ id: item.id, ...undecided, basis: 'answer' })).toMatchObject({
        outcome: 'declined',
        status: 'initiated',
      });
      expect((await row(item.id)).status).toBe('initiated');
    },
  );
});

describe('which news goes to the client’s webhook: one too few leaves it waiting, one too many is outside the document', () => {
  test.each([
    ['AIRTIME', 'success', ['airtime.purchase.pending', 'airtime.purchase.success']],
    ['AIRTIME', 'failed', ['airtime.purchase.pending', 'airtime.purchase.failed']],
    ['DATA', 'success', ['data.purchase.success']],
    ['DATA', 'failed', ['data.purchase.failed']],
    ['CABLE_TV', 'success', []],
    ['CABLE_TV', 'failed', []],
    ['ELECTRICITY', 'success', []],
    ['ELECTRICITY', 'failed', []],
  ] as const)('%s that ends in %s after a 202: %j', async (product, status, expected) => {
    const id = await sent(accountId, product);
    const [told] = await markPending(db, [id], 'client_told_pending', 'wait');
    expect(told).toEqual({ id, status: 'pending', eventId: product === 'AIRTIME' ? expect.any(String) : null });
    const { eventId } = await settle({ id, target_status: status, basis: 'requery' });
    expect(eventId).toEqual(expected.length > 0 ? expect.any(String) : null);
    expect(await events(id)).toEqual(expected);
  });
});

describe('delivered, and only the token is missing: paid back by itself, the customer has the power for nothing', () => {
  const awaiting = async () => {
    const id = await sent(accountId, 'ELECTRICITY', { leaseOver: true });
    await settle({ id, ...undecided, basis: 'answer', token_awaited: true });
    return id;
  };
  const bases = ['answer', 'requery', 'not_found', 'rejection_repeated'] as const;
  const refunds = ['failed', 'refunded'] as const;

  test.each(bases.flatMap((basis) => refunds.map((status) => [basis, status] as const)))(
    '%s: not %s',
    async (basis, status) => {
      const [delivered, unknown] = [await awaiting(), await sent(accountId, 'ELECTRICITY')];
      const refund = { target_status: status, basis, missing_count: 0, only_if_alone: false };
      expect(await settle({ id: delivered, ...refund })).toMatchObject({ outcome: 'declined', status: 'pending' });
      expect(await getWalletBalance(db, accountId)).toBe(98_000n);
      expect(await row(delivered)).toMatchObject({ status: 'pending', finalAt: null });
      // the same of one that nobody called delivered, or the test above would pass for another reason
      expect(await settle({ id: unknown, ...refund })).toMatchObject({ outcome: 'settled', status });
      expect(await getWalletBalance(db, accountId)).toBe(99_000n);
    },
  );

  test.each(refunds)('never_sent: not %s', async (status) => {
    expect(await settle({ id: await awaiting(), target_status: status, basis: 'never_sent' })).toMatchObject({
      outcome: 'declined',
    });
    expect(await getWalletBalance(db, accountId)).toBe(99_000n);
  });

  test.each(['failed', 'refunded', 'success'] as const)(
    'an operator, who has asked the disco, may say %s',
    async (status) => {
      const id = await awaiting();
      expect(await settle({ id, target_status: status, basis: 'operator' })).toMatchObject({
        outcome: 'settled',
        status,
        notificationId: null,
      });
      expect(await getWalletBalance(db, accountId)).toBe(status === 'success' ? 99_000n : 100_000n);
    },
  );

  test('the token that comes at last ends it, and goes out', async () => {
    const id = await awaiting();
    const answer = await settle({ id, target_status: 'success', basis: 'requery', delivered: { token: TOKEN } });
    expect(answer).toMatchObject({ outcome: 'settled', status: 'success', notificationId: expect.any(String) });
    expect((await row(id)).result).toEqual({ token: TOKEN });
  });
});

describe('the token goes out by SMS once: a customer without it cannot use what was paid for', () => {
  test('a success with a token writes one message, however often the success is told', async () => {
    const id = await sent(accountId, 'ELECTRICITY');
    const success = { id, target_status: 'success', basis: 'answer', delivered: { token: TOKEN } } as const;
    const { notificationId } = await settle(success);
    expect(await settle({ ...success, basis: 'requery' })).toMatchObject({
      outcome: 'already_final',
      notificationId: null,
    });
    expect(await notifications(id)).toEqual([
      expect.objectContaining({
        id: notificationId,
        purchaseId: id,
        kind: 'token_sms',
        state: 'queued',
        attempts: 0,
        nextAttemptAt: expect.any(Date),
        finishedAt: null,
      }),
    ]);
  });

  test.each<[string, ProductType, Partial<SettlementItem>]>([
    [
      'postpaid, which has no token',
      'ELECTRICITY',
      { target_status: 'success', delivered: { token: null, units: null } },
    ],
    ['an empty token', 'ELECTRICITY', { target_status: 'success', delivered: { token: '' } }],
    ['no word of a token', 'ELECTRICITY', { target_status: 'success', delivered: {} }],
    ['a failure', 'ELECTRICITY', { target_status: 'failed', delivered: { token: TOKEN } }],
    ['an outcome that is still open', 'ELECTRICITY', { ...undecided, token_awaited: true, delivered: { token: null } }],
    ['airtime', 'AIRTIME', { target_status: 'success', delivered: { token: TOKEN } }],
    ['cable TV', 'CABLE_TV', { target_status: 'success', delivered: { token: TOKEN } }],
  ])('no message for %s', async (_what, product, settlement) => {
    const id = await sent(accountId, product);
    expect(await settle({ id, target_status: 'success', basis: 'answer', ...settlement })).toMatchObject({
      notificationId: null,
    });
    expect(await notifications(id)).toEqual([]);
  });

  test('in a batch each message belongs to its own purchase, or one customer reads another’s token', async () => {
    const ids = [
      await sent(accountId, 'ELECTRICITY'),
      await sent(accountId, 'AIRTIME'),
      await sent(accountId, 'ELECTRICITY'),
    ];
    const rows = await recordSettlements(
      db,
      ids.map((id) => ({
        id,
        target_status: 'success',
        basis: 'answer',
        cause: 'test',
        message: 'ok',
        delivered: { token: TOKEN },
      })),
      { wait: false },
    );
    const written = await Promise.all(ids.map(async (id) => (await notifications(id))[0]?.id ?? null));
    expect(rows.map(({ notificationId }) => notificationId)).toEqual(written);
    expect(written).toEqual([expect.any(String), null, expect.any(String)]);
  });
});

describe('asking again after the provider’s callback', () => {
  test('only what was sent and whose send is over is asked about, or a callback overtakes the answer', async () => {
    const item = itemFor(accountId, 'DATA');
    await accept([item]);
    const ref = `ref-${item.id}`;
    expect(await findSentPurchase(db, ref)).toBeNull();
    await claim([item.id]);
    expect(await findSentPurchase(db, ref)).toBeNull();
    await settle({ id: item.id, ...undecided, basis: 'answer' });
    expect(await findSentPurchase(db, ref)).toMatchObject({
      id: item.id,
      providerOrder: item.providerOrder,
      ageMs: expect.any(Number),
      sinceSendMs: expect.any(Number),
      missingSpanMs: null,
    });
    expect(await findSentPurchase(db, 'ref-of-nobody')).toBeNull();
  });

  test('a send whose process died is asked about once its lease is over', async () => {
    const id = await sent(accountId, 'ELECTRICITY', { leaseOver: true });
    expect(await findSentPurchase(db, `ref-${id}`)).toMatchObject({ id });
    await settle({ id, target_status: 'success', basis: 'requery' });
  });
});

test('whatever is said of an electricity purchase, in whatever order: one SMS for a token, one refund for a failure, none for what was delivered', async () => {
  const word = fc.record({
    target_status: fc.constantFrom('open', 'success', 'failed', 'refunded'),
    basis: fc.constantFrom('answer', 'requery', 'not_found', 'rejection_repeated', 'operator'),
    brings: fc.constantFrom({}, { token_awaited: true, delivered: { token: null } }, { delivered: { token: TOKEN } }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (words) => {
      const payer = await fundedAccount(db, 1_000n);
      const id = await sent(payer, 'ELECTRICITY', { leaseOver: true });
      for (const { target_status, basis, brings } of words) {
        const before = await row(id);
        const { outcome } = await settle({
          id,
          target_status,
          basis,
          next_check_ms: 60_000,
          missing_count: 0,
          ...(target_status !== 'failed' && brings),
        });
        if (outcome !== 'settled' || target_status === 'success' || basis === 'operator') continue;
        expect(before.tokenAwaited).toBe(false);
      }
      const { status, result } = await row(id);
      const hasToken = (result as { token?: string | null }).token === TOKEN;
      expect(await notifications(id)).toHaveLength(status === 'success' && hasToken ? 1 : 0);
      expect(await getWalletBalance(db, payer)).toBe(status === 'failed' || status === 'refunded' ? 1_000n : 0n);
      expect(await events(id)).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 60_000);
