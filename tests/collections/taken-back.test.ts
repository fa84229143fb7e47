import { confirmTransfer, dismissTransfer, importBankFile } from '@topup/core/collection';
import { fundAccount } from '@topup/core/wallet';
import { fundedAccount, newOperator, switchApprovalsOff, type TestOperator, withClient } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
let ada: TestOperator;
beforeEach(async () => {
  world = await collectionsWorld();
  await switchApprovalsOff(world.db);
  ada = await newOperator(world.db);
});
afterEach(() => world.close());

const byHand = (accountId: string, amountKobo: bigint, reference: string) =>
  fundAccount(world.db, ada, { accountId, amountKobo, reference });

/** A transfer whose reference somebody funded with another amount before. */
async function fundedOtherwise() {
  const account = await world.opened();
  const { reference } = await world.pay(account.banks, 900);
  await byHand(account.accountId, 9_000n, reference);
  await world.ask(reference);
  const [transfer] = await world.transfers({ reference });
  return { ...account, reference, id: transfer?.id ?? 0n };
}

test('what is dismissed after its reference has funded another amount is no drift', async () => {
  const { id } = await fundedOtherwise();
  expect((await dismissTransfer(world.db, ada, id, 'typed wrong')).kind).toBe('dismissed');
  expect(await world.drift()).toEqual([]);
});

test('what is taken back after its reference has funded another amount is a finding', async () => {
  const { reference } = await fundedOtherwise();
  await world.setStatus(reference, 'REVERSED');
  await world.ask(reference);
  expect([await world.drift(), (await world.findings()).map(({ kind }) => kind)]).toEqual([[], ['transfer_reversed']]);
});

test('what somebody funded by hand, and the collector first tells as reversed, is a finding', async () => {
  const { accountId, banks } = await world.opened();
  const { reference } = await world.pay(banks, 900);
  await byHand(accountId, 90_000n, reference);
  await world.setStatus(reference, 'REVERSED');
  await world.ask(reference);
  expect(await world.findings()).toMatchObject([{ kind: 'transfer_reversed', differenceKobo: 90_000n }]);
  expect(await world.drift()).toEqual([]);
});

test('money of nobody that somebody funded by hand before is recorded', async () => {
  const foreign = { reference: 'old-shop', name: 'Old Shop', email: 'old@example.test', bvn: '22200000001' };
  const opened = await world.collector.open(foreign);
  const banks = opened.kind === 'opened' ? opened.banks : [];
  const accountId = await fundedAccount(world.db, 0n);
  const [same, other] = [await world.pay(banks, 70), await world.pay(banks, 80)];
  await byHand(accountId, 7_000n, same.reference);
  await byHand(accountId, 100n, other.reference);
  await world.ask(same.reference, other.reference);
  expect(await world.transfers({ reference: same.reference })).toMatchObject([{ state: 'credited', accountId }]);
  expect(await world.transfers({ reference: other.reference })).toMatchObject([
    { state: 'unassigned', reason: 'funded_otherwise' },
  ]);
  expect(await world.drift()).toEqual([]);
});

test('what waits, and is said never to have been paid, is credited by nobody', async () => {
  const { accountId, banks } = await world.opened();
  const { reference } = await world.pay(banks, 1_500_000);
  await world.ask(reference);
  await world.setStatus(reference, 'CANCELLED');
  await world.ask(reference);
  const [transfer] = await world.transfers({ reference });
  expect(await confirmTransfer(world.db, ada, { id: transfer?.id ?? 0n })).toMatchObject({ kind: 'transfer_not_open' });
  expect(await world.balance(accountId)).toBe(0n);
});

test('what was credited, and is said never to have been paid, was taken back', async () => {
  const { banks } = await world.opened();
  const { reference } = await world.pay(banks, 150);
  await world.ask(reference);
  await world.setStatus(reference, 'CANCELLED');
  await world.ask(reference);
  expect(await world.findings()).toMatchObject([{ kind: 'transfer_reversed', differenceKobo: 15_000n }]);
});

test('a row of a file that is listed while somebody funds it by hand waits no longer once it is confirmed', async () => {
  const accountId = await fundedAccount(world.db, 0n);
  const { paymentReference } = await world.db.account.findUniqueOrThrow({ where: { id: accountId } });
  const text = `Date,Narration,Debit,Credit,Ref\n2026-11-28 10:00:00,NIP ADA ${paymentReference},,5000.00,NIP-9`;
  const shape = { columns: { at: 'Date', credit: 'Credit', debit: 'Debit', transaction: 'Ref' }, zone: '+01:00' };
  await withClient(world.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query(`SELECT outcome FROM fund_wallet('${accountId}', 500000, 'NIP-9', 'ops', NULL)`);
    const done = importBankFile(world.db, ada, { text, shape });
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 1_500))]);
    await client.query('COMMIT');
    await done;
  });
  for (const { id } of await world.transfers({ accountId })) await confirmTransfer(world.db, ada, { id });
  expect(await world.balance(accountId)).toBe(500_000n);
  expect((await world.transfers({ accountId, state: 'waiting' })).length).toBe(0);
  expect(await world.drift()).toEqual([]);
});
