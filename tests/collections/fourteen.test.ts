import { createHash, createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findFundingAccount, openFundingAccount } from '@topup/core/collection';
import type { Notice } from '@topup/core/provider';
import { createNoticeReader } from '@topup/providers';
import { BY_TEST, sandboxKeys } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld, newBvn, withOwner } from './support';

// The fourteen points that are not to get wrong when wallets are funded by transfers, each by its number.

type Call = { bytes: Buffer; signature: string | undefined; notice: Notice };

let world: CollectionsWorld;
let receiver: Server;
const calls: Call[] = [];
beforeAll(async () => {
  world = await collectionsWorld();
  // as the route of the api does: what is signed wrongly is refused, and only the reference of the others is noted
  receiver = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const signature = request.headers['monnify-signature'] as string | undefined;
    const notice = world.readNotice(bytes, signature);
    calls.push({ bytes, signature, notice });
    if (notice.signed !== 'wrong' && notice.reference !== null) await world.note(notice.reference);
    response.writeHead(notice.signed === 'wrong' ? 401 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  await world.knobs({ notice_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
});
afterAll(async () => {
  await world.close();
  receiver.close();
});
beforeEach(() => void calls.splice(0));

/** The sandbox opens the account, and the connection breaks before its answer. */
const LOST_ANSWER = '08000800011';

const only = async (reference: string) => (await world.transfers({ reference }))[0];
const entriesOf = (accountId: string) =>
  world.db.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
const key = sandboxKeys().MONNIFY_SECRET_KEY ?? '';

describe('1: a notice is believed', () => {
  test('a forged amount and account change nothing: both come from the look-up', async () => {
    const [payer, forger] = [await world.opened(), await world.opened()];
    const { reference } = await world.pay(payer.banks, 100, {
      notices: [
        { amount: 900_000, account_reference: forger.accountId, account_number: forger.banks[0]?.accountNumber },
        { signature: 'none', amount: 1 },
      ],
    });
    await world.follow();
    expect([await world.balance(payer.accountId), await world.balance(forger.accountId)]).toEqual([10_000n, 0n]);
    expect(await only(reference)).toMatchObject({ accountId: payer.accountId, amountKobo: 10_000n });
  });

  test('an unknown reference is asked about again, credits nothing, and is forgotten after a day', async () => {
    await world.note('MNFY|99|20261130120000|999999');
    await world.follow();
    const where = { reference: 'MNFY|99|20261130120000|999999' };
    expect(await world.db.collectionNotice.findMany({ where })).toMatchObject([{ tries: 1 }]);
    await world.db.$executeRaw`UPDATE collection_notice SET noticed_at = noticed_at - interval '25 hours'`;
    await world.follow();
    expect(await world.db.collectionNotice.count({ where })).toBe(0);
    expect(await world.transfers(where)).toEqual([]);
  });
});

describe('2: money that is not ours is credited', () => {
  test('a payment by card under one of our references is none, and is not asked about again', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 400, { card: true, notices: [{}] });
    await world.follow();
    expect([await world.balance(accountId), await world.transfers({ reference })]).toEqual([0n, []]);
    expect(await world.db.collectionNotice.count({ where: { reference } })).toBe(0);
  });

  test('a transfer into an account of somebody else waits in a list', async () => {
    const foreign = { reference: 'another-shop', name: 'Another Shop', email: 'shop@example.test', bvn: newBvn() };
    const opened = await world.collector.open(foreign);
    if (opened.kind !== 'opened') throw new Error(opened.reason);
    const { reference } = await world.pay(opened.banks, 600, { notices: [{}] });
    await world.follow();
    expect(await only(reference)).toMatchObject({ state: 'unassigned', reason: 'nobody', accountId: null });
    expect(await world.drift()).toEqual([]);
  });
});

test('3: the transfer and its ledger entry are of one transaction, and a reference is unique', async () => {
  const { banks } = await world.opened();
  const { reference } = await world.pay(banks, 250);
  await world.note(reference);
  await world.follow();
  const [written] = await world.db.$queryRaw<{ transfer: string; entry: string; used: string }[]>`
    SELECT c.xmin::text AS transfer, e.xmin::text AS entry, r.xmin::text AS used
      FROM collection c JOIN ledger_entry e ON e.id = c.entry_id JOIN funding_reference r ON r.entry_id = e.id
     WHERE c.reference = ${reference}`;
  expect(written?.entry).toBe(written?.used);
  expect(written?.transfer).toBe(written?.entry);
  const again = world.db.$executeRaw`
    INSERT INTO collection (collector, reference, key, amount_kobo, paid_on, payer, payer_bank, state, reason)
    VALUES ('bank', ${reference}, funding_key(${` ${reference}`}), 1, '', '', '', 'unassigned', 'nobody')`;
  await expect(again).rejects.toThrow(/collection_key_key|Unique constraint/);
});

describe('4: the one account of a customer is lost', () => {
  const open = (accountId: string, bvn: string) =>
    openFundingAccount({ db: world.db, collector: world.collector }, BY_TEST, { accountId, bvn });

  test('an account whose opening got no answer is found by our reference, and opened once', async () => {
    const accountId = await withOwner(world.db);
    // the sandbox opens it, and its answer is lost
    const opened = await open(accountId, LOST_ANSWER);
    expect(opened).toMatchObject({ kind: 'opened', banks: [{ bankCode: '035' }, { bankCode: '232' }] });
    expect(await open(accountId, LOST_ANSWER)).toMatchObject({ kind: 'opened', before: true });
    const { accounts } = await world.bank<{ accounts: { account_reference: string }[] }>('GET', '/reserved-accounts');
    expect(accounts.filter(({ account_reference }) => account_reference === accountId)).toHaveLength(1);
  });

  test('the reference is written before the collector is asked, even if it refuses', async () => {
    const accountId = await withOwner(world.db);
    expect(await open(accountId, '123')).toMatchObject({ kind: 'collector_refused' });
    expect(await findFundingAccount(world.db, accountId)).toMatchObject({ banks: [], readAt: null });
    expect(await open(accountId, newBvn())).toMatchObject({ kind: 'opened', before: false });
  });

  test('a person who has an account under another reference is told so', async () => {
    const [one, other] = [await withOwner(world.db), await withOwner(world.db)];
    const bvn = newBvn();
    expect((await open(one, bvn)).kind).toBe('opened');
    expect((await open(other, bvn)).kind).toBe('collector_knows_customer');
  });

  test('the BVN is in no table, and in no log', async () => {
    const accountId = await withOwner(world.db);
    const bvn = newBvn();
    await open(accountId, bvn);
    const written = [
      await world.db.fundingAccount.findMany(),
      await world.db.auditLog.findMany({ where: { accountId } }),
      world.logged,
    ];
    expect(JSON.stringify(written, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(bvn);
  });
});

describe('5 and 6: a notice is refused although it is genuine, or taken although it is not', () => {
  const read = createNoticeReader({ MONNIFY_SECRET_KEY: 'demo-key' });
  const hmac = (bytes: Buffer) => createHmac('sha512', 'demo-key').update(bytes).digest('hex');
  const body = (amount: string) =>
    Buffer.from(
      `{ "eventType":"SUCCESSFUL_TRANSACTION",\n "eventData":{"transactionReference":"MNFY|1","amountPaid":${amount}}}`,
    );

  test('the signature is HMAC-SHA512 of the bytes, in either case; SHA-512 of key and body is none', () => {
    const bytes = body('78000');
    expect(read(bytes, hmac(bytes))).toEqual({ signed: 'yes', reference: 'MNFY|1' });
    expect(read(bytes, hmac(bytes).toUpperCase()).signed).toBe('yes');
    const plain = createHash('sha512').update('demo-key').update(bytes).digest('hex');
    for (const wrong of [plain, hmac(bytes).slice(2), 'zz', hmac(Buffer.from('{}'))])
      expect(read(bytes, wrong).signed).toBe('wrong');
  });

  test('bytes that are written anew have another signature: 3000.0 is not 3000', () => {
    const sent = body('3000.0');
    const anew = Buffer.from(JSON.stringify(JSON.parse(sent.toString())));
    expect(read(sent, hmac(sent)).signed).toBe('yes');
    expect(read(anew, hmac(sent)).signed).toBe('wrong');
  });

  test('what the sandbox sends is signed with the key of the login', async () => {
    const { banks } = await world.opened();
    await world.pay(banks, 120, { notices: [{}, { signature: 'wrong' }] });
    const signed = calls.map(({ notice }) => notice.signed).sort();
    expect(signed).toContain('yes');
    expect(signed).toContain('wrong');
    const [right] = calls.filter(({ notice }) => notice.signed === 'yes');
    expect(right?.signature).toBe(
      createHmac('sha512', key)
        .update(right?.bytes ?? '')
        .digest('hex'),
    );
  });
});

test('7: a notice without a signature is a hint like any other', async () => {
  const { accountId, banks } = await world.opened();
  await world.pay(banks, 330, { notices: [{ signature: 'none' }] });
  expect(calls.map(({ notice }) => notice.signed)).toEqual(['no']);
  await world.follow();
  expect(await world.balance(accountId)).toBe(33_000n);
});

test('8: amounts are read as decimal text, to the kobo', async () => {
  const { accountId, banks } = await world.opened();
  let sumKobo = 0n;
  for (const [naira, kobo] of [
    [0.29, 29n],
    [1.1, 110n],
    [4_503_599.63, 450_359_963n],
    [100.1, 10_010n],
  ] as const) {
    const { reference } = await world.pay(banks, naira);
    await world.note(reference);
    await world.follow();
    expect(await only(reference)).toMatchObject({ amountKobo: kobo });
    if (kobo <= world.deps.mostKobo) sumKobo += kobo;
  }
  expect(await world.balance(accountId)).toBe(sumKobo);
});

test('9: the wallet gets what was paid; the fee between that and the settlement is ours', async () => {
  const { accountId, banks } = await world.opened();
  const { reference, settlement_amount } = await world.pay(banks, 3_000);
  await world.note(reference);
  await world.follow();
  expect(settlement_amount).toBe(2_989.25);
  expect(await only(reference)).toMatchObject({ amountKobo: 300_000n, settledKobo: 298_925n });
  expect(await world.balance(accountId)).toBe(300_000n);
});

test('10: the source of the payment is a list, one object, or an empty one', async () => {
  const { accountId, banks } = await world.opened();
  for (const source of ['array', 'object', 'empty']) await world.pay(banks, 100, { source, notices: [{}] });
  expect(calls.map(({ notice }) => notice.reference === null)).toEqual([false, false, false]);
  await world.follow();
  expect(await world.balance(accountId)).toBe(30_000n);
});

test('11: the account in the status answer is the payer, and never the one that was paid into', async () => {
  const [one, other] = [await world.opened(), await world.opened()];
  const { reference } = await world.pay(one.banks, 210, { payer: 'CHIDI OKAFOR', bank: '058' });
  await world.note(reference);
  await world.follow();
  expect(await only(reference)).toMatchObject({ accountId: one.accountId, payer: 'CHIDI OKAFOR', payerBank: '058' });
  expect(await world.balance(other.accountId)).toBe(0n);
});

test('12: it is booked with our own time, and theirs is kept as its text', async () => {
  const { accountId, banks } = await world.opened();
  const before = Date.now();
  const { reference } = await world.pay(banks, 310);
  await world.note(reference);
  await world.follow();
  const transfer = await only(reference);
  expect(transfer?.paidOn).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/);
  const [entry] = await entriesOf(accountId);
  for (const at of [transfer?.foundAt, entry?.createdAt])
    expect(Math.abs((at?.getTime() ?? 0) - before)).toBeLessThan(60_000);
});

test('13: the same money is announced three times, and credited once', async () => {
  const { accountId, banks } = await world.opened();
  const { reference } = await world.pay(banks, 5_000, {
    notices: [{}, { event: 'ACCOUNT_ACTIVITY' }, { event: 'SETTLEMENT' }, {}],
  });
  expect(calls.map(({ notice }) => notice.reference).sort()).toEqual([null, null, reference, reference].sort());
  await world.follow();
  expect(await entriesOf(accountId)).toHaveLength(1);
  expect(await world.balance(accountId)).toBe(500_000n);
});

describe('14: a bank ends its numbers in a day', () => {
  test('the account shows what the collector has today, and a person is told', async () => {
    const { accountId } = await world.opened();
    await world.bank('DELETE', `/reserved-accounts/${accountId}/banks/035`);
    await world.sweep();
    expect((await findFundingAccount(world.db, accountId))?.banks).toMatchObject([{ bankCode: '232' }]);
    expect(world.logged).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: { alert: 'collection', account: accountId, before: 2, now: 1 },
      }),
    );
  });

  test('money that still arrives at a number that was taken away is credited', async () => {
    const { accountId, banks } = await world.opened();
    await world.bank('DELETE', `/reserved-accounts/${accountId}`);
    await world.sweep();
    expect((await findFundingAccount(world.db, accountId))?.banks).toEqual([]);
    const { reference } = await world.pay(banks, 770);
    await world.note(reference);
    await world.follow();
    expect(await world.balance(accountId)).toBe(77_000n);
  });
});
