import { randomUUID } from 'node:crypto';
import { hasQueryEvent } from '@topup/core/product';
import { type ApiAnswer, eventually, redisAvailable, testRedis, type World } from '@topup/testkit';
import { expectConsistent, expectNotSold, expectSold, ledgerEntriesOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { airtime, buy, numberOf, PRODUCTS, type Product, postpaid, prepaid } from './support/products';
import { settleAtProvider } from './support/sandbox';
import { eventsOf, expectEachSentOnce } from './support/webhooks';
import { type End, startWorldWithPurchases, type WorldWithPurchases } from './support/world-with-purchases';

// The life of a purchase of each product, from its first answer to its last: specification 4.1, 4.10 and 5.

let here: WorldWithPurchases;
let world: World;

beforeAll(async () => {
  here = await startWorldWithPurchases(redisAvailable() ? { redisUrl: (await testRedis()).url } : {});
  world = here.world;
});
afterAll(() => world?.stop());

const balance = async () => Number((await here.client.balance()).body.data?.balance);
const eventName = ({ productType }: Product, what: string) => `${productType.toLowerCase()}.purchase.${what}`;
const fixed = (naira: number) => naira.toFixed(2);

/** The events of a purchase itself, once there are `count` of them. */
async function purchaseEvents(ref: string, count: number): Promise<string[]> {
  const own = () => eventsOf(world.receiver, ref).filter((event) => !event.startsWith('transaction.requery'));
  return eventually(own, (events) => events.length >= count);
}

const ends: { end: End; first: 200 | 202 | 424; last: 200 | 424; state: string }[] = [
  { end: 'delivered', first: 200, last: 200, state: 'success' },
  { end: 'rejected', first: 424, last: 424, state: 'failed' },
  { end: 'late', first: 202, last: 200, state: 'success' },
  { end: 'reversed', first: 202, last: 424, state: 'failed' },
];
const everyEnd = PRODUCTS.flatMap((product) => ends.map((each) => ({ ...each, product })));
const STATUSES: Record<number, string> = { 200: 'successful', 202: 'pending', 424: 'failed' };

function expectEnvelope({ status, body }: ApiAnswer, expected: number, ref: string): void {
  expect(Object.keys(body).sort()).toEqual(['data', 'message', 'reference', 'status', 'status_code']);
  expect({ status, ...body }).toMatchObject({
    status: STATUSES[expected],
    status_code: expected,
    message: expect.stringMatching(/\w/),
    reference: ref,
  });
  expect(status).toBe(expected);
  expect(typeof body.data).toBe('object');
}

describe('a client cannot read what became of its purchase', () => {
  test.each(everyEnd)('specification 4.1: the answer to a $end purchase has the envelope: $product.title', (row) => {
    const { answer, ref } = here.of(row.product, row.end);
    expectEnvelope(answer, row.first, ref);
  });

  test.each(everyEnd)('specification 4.10: its status has the envelope too: $end, $product.title', async (row) => {
    const { ref } = here.of(row.product, row.end);
    expectEnvelope(await here.client.status(ref), row.last, ref);
  });

  test.each(PRODUCTS.filter((product) => product !== postpaid))(
    'specification 4.1: data of a success has the keys of its product, all strings: $title',
    (product) => {
      const body = here.of(product, 'delivered').answer.body.data ?? {};
      const meter = ['address', 'customer_name', 'token', 'units'];
      const texts = product === prepaid ? meter : product.productType === 'EXAM_PIN' ? ['pins'] : [];
      expect(body).toEqual({
        ...product.data(numberOf('00'), product.naira),
        ...Object.fromEntries(texts.map((key) => [key, expect.any(String)])),
      });
    },
  );

  test('specification 4.9: token and units have values only for a successful prepaid purchase', () => {
    expect(here.of(prepaid, 'delivered').answer.body.data).toMatchObject({
      token: expect.stringMatching(/^\d{20}$/),
      units: expect.any(String),
    });
    for (const made of here.purchases.filter(
      ({ product, end }) => product === postpaid || (product === prepaid && end !== 'delivered'),
    )) {
      expect(made.answer.body.data).toMatchObject({ token: '', units: null });
    }
  });

  test.each(PRODUCTS)(
    'specification 4.10: its status has amount, balances, description and time: $title',
    async (product) => {
      const ref = randomUUID();
      await buy(here.client, product, ref);
      const [after, { body }, row] = [await balance(), await here.client.status(ref), await world.purchase(ref)];
      expect(body.data).toMatchObject({
        transaction_type: product.productType,
        amount: fixed(product.naira),
        previous_balance: fixed(after + product.naira),
        new_balance: fixed(after),
        description: row?.description,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
      });
      expect(new Date(String(body.data?.created_at))).toEqual(row?.created_at);
    },
  );
});

describe('support cannot find a request in the logs', () => {
  test('specification 2.8: every answer has its own X-Request-Id', async () => {
    const answers = await Promise.all([
      here.client.balance(),
      here.client.status(randomUUID()),
      here.client.call('POST', '/v1/nothing', {}),
      buy(here.client, airtime, randomUUID()),
    ]);
    const all = [...answers, ...here.purchases.map(({ answer }) => answer)];
    const ids = all.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^\S+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a reference pays twice', () => {
  test.each(PRODUCTS)(
    'specification 5.8: a second purchase under it returns 400 and changes nothing: $title',
    async (product) => {
      const { ref } = here.of(product, 'delivered');
      const before = await balance();
      expect((await buy(here.client, product, ref)).status).toBe(400);
      expect(await balance()).toBe(before);
      expect(await ledgerEntriesOf(world, ref)).toEqual([`debit -${product.naira * 100}`]);
    },
  );

  // fault C3
  test.each(PRODUCTS)(
    'specification 5.8: it stays used after a failure, and a new one buys: $title',
    async (product) => {
      for (const end of ['delivered', 'rejected'] as const) {
        const { status, body } = await buy(here.client, product, here.of(product, end).ref);
        expect({ status, body }).toEqual({
          status: 400,
          body: { status: 'error', message: expect.stringContaining('request_ref') },
        });
      }
      expect((await buy(here.client, product, randomUUID())).status).toBe(200);
    },
  );
});

describe('a purchase is sent unpaid, or paid and not sent', () => {
  test.each(PRODUCTS)(
    'specification 5.3: while the client waits it is debited once and sent once: $title',
    ({ title }) => {
      const waited = here.purchases.filter(({ product, end }) => product.title === title && end === 'late');
      for (const { product, early } of waited) {
        expect(early).toEqual({
          status: expect.stringMatching(/^(initiated|pending)$/),
          sends: 1,
          entries: [`debit -${product.naira * 100}`],
        });
      }
      expect(waited).toHaveLength(1);
    },
  );

  test.each(PRODUCTS)('specification 2.5: wrong fields or a low balance accept nothing: $title', async (product) => {
    const poor = await world.addAccount(1);
    const [invalid, broke] = [randomUUID(), randomUUID()];
    expect((await buy(here.client, product, invalid, 'nobody!')).status).toBe(400);
    expect(await buy(world.clientFor(poor), product, broke)).toMatchObject({
      status: 400,
      body: { status: 'error', message: expect.stringContaining('balance') },
    });
    for (const ref of [invalid, broke]) expect(await world.purchase(ref)).toBeUndefined();
    expect((await buy(here.client, product, broke)).status).toBe(200); // so the reference was still unused
  });
});

describe('a purchase ends otherwise than the provider says', () => {
  test.each(PRODUCTS)('specification 5.4: the provider delivers: success, 200: $title', async (product) => {
    const { ref, answer } = here.of(product, 'delivered');
    const row = await world.purchase(ref);
    expect(answer.status).toBe(200);
    expect(row).toMatchObject({ status: 'success', sends: 1, checks: 0 });
    await expectSold(world, ref);
    expect(await purchaseEvents(ref, product.synchronous ? 0 : 1)).toEqual(
      product.synchronous ? [] : [`${eventName(product, 'success')} success`],
    );
  });

  test.each(PRODUCTS)(
    'specification 5.4: the provider says pending: 202, for airtime with an event: $title',
    async (product) => {
      const { ref, answer } = here.of(product, 'reversed');
      expect(answer.status).toBe(202);
      const early = (await purchaseEvents(ref, 0)).filter((event) => event.endsWith(' pending'));
      expect(early).toEqual(product === airtime ? ['airtime.purchase.pending pending'] : []);
    },
  );

  test.each(PRODUCTS)(
    'specification 5.4: the provider rejects: failed, 424, refunded, with its event: $title',
    async (product) => {
      const { ref, answer } = here.of(product, 'rejected');
      expect(answer.status).toBe(424);
      const kobo = product.naira * 100;
      expect(await ledgerEntriesOf(world, ref)).toEqual([`debit -${kobo}`, `refund ${kobo}`]);
      expect(await purchaseEvents(ref, product.synchronous ? 0 : 1)).toEqual(
        product.synchronous ? [] : [`${eventName(product, 'failed')} failed`],
      );
      await expectNotSold(world, ref);
    },
  );

  test.each(everyEnd.filter(({ first }) => first === 202))(
    'specification 5.2: a pending purchase becomes $state, with its event: $product.title',
    async ({ product, end, state }) => {
      const { ref } = here.of(product, end);
      const kobo = product.naira * 100;
      expect(await world.purchase(ref)).toMatchObject({ status: state });
      expect(await ledgerEntriesOf(world, ref)).toEqual(
        state === 'failed' ? [`debit -${kobo}`, `refund ${kobo}`] : [`debit -${kobo}`],
      );
      const expected = product === airtime ? ['airtime.purchase.pending pending'] : [];
      if (!product.synchronous) expected.push(`${eventName(product, state)} ${state}`);
      expect(await purchaseEvents(ref, expected.length)).toEqual(expected);
    },
  );

  test('specification 5.3: while the provider says pending, the window of airtime and data goes on', async () => {
    for (const product of PRODUCTS.filter(({ synchronous }) => !synchronous)) {
      const { ref, waitedMs } = here.of(product, 'reversed');
      const row = await world.purchase(ref);
      expect(waitedMs).toBeGreaterThanOrEqual(2_000);
      const requeries = world.workers
        .flatMap((worker) => worker.logs('requeried'))
        .filter(({ purchase }) => purchase === row?.id);
      expect(requeries.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('specification 5.3: a pending of the provider ends the window of cable TV and electricity', () => {
    for (const product of PRODUCTS.filter(({ synchronous }) => synchronous)) {
      const { answer, waitedMs } = here.of(product, 'late');
      expect(answer.status).toBe(202);
      expect(waitedMs).toBeLessThan(15_000);
    }
  });
});

describe('a final status changes by mistake', () => {
  test.each(PRODUCTS.filter(({ productType }) => hasQueryEvent(productType)))(
    'specification 4.10: a status query changes nothing and sends an event: $title',
    async (product) => {
      const { ref } = here.of(product, 'rejected');
      const before = await world.purchase(ref);
      const count = () =>
        eventsOf(world.receiver, ref).filter((event) => event === 'transaction.requery failed').length;
      const sentBefore = count();
      await here.client.status(ref);
      await eventually(count, (now) => now === sentBefore + 1);
      expect(await world.purchase(ref)).toEqual(before);
    },
  );

  test('specification 5.2: the database forbids every move of a success but the reversal', async () => {
    const { ref } = here.of(airtime, 'delivered');
    for (const status of ['pending', 'initiated', 'failed']) {
      await expect(
        world.sql('UPDATE purchase SET status = $2 WHERE request_ref = $1', [ref, status]),
      ).rejects.toThrow();
    }
    expect((await here.client.status(ref)).status).toBe(200);
  });

  test('specification 5.2: every move is kept with its time and cause, and the database forbids any other', async () => {
    const { ref } = here.of(airtime, 'reversed');
    const moves = await world.sql<{ from_status: string | null; to_status: string; cause: string; at: Date }>(
      'SELECT h.* FROM purchase_history h JOIN purchase p ON p.id = h.purchase_id WHERE p.request_ref = $1 ORDER BY h.id',
      [ref],
    );
    expect(moves.map(({ from_status, to_status }) => `${from_status} → ${to_status}`)).toEqual([
      'null → initiated',
      'initiated → pending',
      'pending → failed',
    ]);
    for (const { cause, at } of moves) expect([cause, at]).toEqual([expect.stringMatching(/\w/), expect.any(Date)]);
    for (const status of ['success', 'pending', 'initiated']) {
      await expect(
        world.sql('UPDATE purchase SET status = $2 WHERE request_ref = $1', [ref, status]),
      ).rejects.toThrow();
    }
    await expect(world.sql('DELETE FROM purchase_history')).rejects.toThrow();
  });

  test('specification 5.7: a reversed success is refunded, 424, and sends the failed event of its product', async () => {
    const histories = await world.sql<{ first: string }>(
      'SELECT (array_agg(to_status ORDER BY id))[1] AS first FROM purchase_history GROUP BY purchase_id',
    );
    expect(new Set(histories.map(({ first }) => first))).toEqual(new Set(['initiated']));
    await world.sql(`UPDATE money_rule SET approvals = 'off'`); // what was delivered is refunded below
    for (const [product, events, reversal] of [
      [airtime, ['airtime.purchase.success success'], ['airtime.purchase.failed failed']],
      [prepaid, [], []],
    ] as const) {
      const ref = randomUUID();
      await buy(here.client, product, ref);
      await purchaseEvents(ref, events.length);
      // in test mode there is no provider that takes it back: an operator's word is enough
      if (world.mode === 'live') await settleAtProvider(world, (await world.purchase(ref))?.provider_ref, 'reversed');
      await here.ops('purchase', 'settle', ref, '--refund', '--note', 'the provider took it back');
      await purchaseEvents(ref, events.length + reversal.length);
      const { status, body } = await here.client.status(ref);
      expect({ status, body }).toMatchObject({ status: 424, body: { status: 'failed' } });
      if (product === prepaid) expect(body.data).toMatchObject({ token: '', units: null }); // it had one
      expect(await ledgerEntriesOf(world, ref)).toEqual([
        `debit -${product.naira * 100}`,
        expect.stringMatching(/ \d+00$/),
      ]);
      await world.receiver.waitFor((webhook) => webhook.body?.reference === ref && webhook.body.status === 'refunded');
      expect(eventsOf(world.receiver, ref)).toEqual([...events, ...reversal, 'transaction.requery refunded']);
    }
  });
});

describe('purchases lose money or reveal customers', () => {
  test('every purchase is accounted for, and the logs contain no number, token or key', async () => {
    expectEachSentOnce([world.receiver]);
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
});
