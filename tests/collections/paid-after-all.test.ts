import { compareDays, confirmTransfer } from '@topup/core/collection';
import { systemClock } from '@topup/core/shared';
import { fundAccount } from '@topup/core/wallet';
import { newOperator, switchApprovalsOff, type TestOperator } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
let ada: TestOperator;
beforeEach(async () => {
  world = await collectionsWorld();
  await switchApprovalsOff(world.db);
  ada = await newOperator(world.db);
});
afterEach(() => world.close());

/** A transfer that the collector tells as reversed before a wallet has it, and then as paid. */
async function paidAfterAll() {
  const account = await world.opened();
  const { reference } = await world.pay(account.banks, 400);
  await world.setStatus(reference, 'REVERSED');
  await world.ask(reference);
  expect(await world.transfers({ reference })).toMatchObject([{ state: 'reversed' }]);
  await world.setStatus(reference, 'PAID');
  return { ...account, reference };
}

describe('a transfer that is told as taken back, and later as paid, is lost or credited without a person', () => {
  test('it waits for a person, who can credit it, once', async () => {
    const { accountId, reference } = await paidAfterAll();
    await world.ask(reference);
    const [transfer] = await world.transfers({ reference });
    expect(transfer).toMatchObject({ state: 'waiting', reason: 'paid_after_all', reversedAt: null });
    expect(world.logged.at(-1)).toMatchObject({ level: 'error', fields: { alert: 'collection' } });
    expect([await world.balance(accountId), await world.drift()]).toEqual([0n, []]);
    expect(await confirmTransfer(world.db, ada, { id: transfer?.id ?? 0n })).toMatchObject({ kind: 'funded' });
    await world.ask(reference);
    expect([await world.balance(accountId), await world.drift()]).toEqual([40_000n, []]);
  });

  test('the daily question about recorded transfers finds it without a notice', async () => {
    const { reference } = await paidAfterAll();
    await world.db.$executeRaw`UPDATE collection SET checked_at = checked_at - interval '25 hours'`;
    await world.follow();
    await world.follow();
    expect(await world.transfers({ reference })).toMatchObject([{ state: 'waiting' }]);
  });

  test('the comparison of its day asks about it', async () => {
    const { reference } = await paidAfterAll();
    const tomorrow = new Date(systemClock.now().getTime() + 86_400_000);
    expect(await compareDays(world, tomorrow)).toMatchObject({ fault: null });
    await world.follow();
    expect(await world.transfers({ reference })).toMatchObject([{ state: 'waiting' }]);
  });

  test('what a wallet had is a finding, and adds nothing', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 150);
    for (const status of ['PAID', 'REVERSED', 'PAID']) {
      await world.setStatus(reference, status);
      await world.ask(reference);
    }
    await world.ask(reference);
    expect((await world.findings()).map(({ kind }) => kind)).toEqual(['transfer_differs', 'transfer_reversed']);
    expect([await world.balance(accountId), await world.drift()]).toEqual([15_000n, []]);
  });
});

describe('money that somebody funded by hand was never paid, and nobody sees it', () => {
  test.each(['CANCELLED', 'FAILED', 'REVERSED'])('%s is a finding', async (status) => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 900);
    await fundAccount(world.db, ada, { accountId, amountKobo: 90_000n, reference: reference.toLowerCase() });
    await world.setStatus(reference, status);
    await world.ask(reference);
    expect(await world.findings()).toMatchObject([{ kind: 'transfer_reversed', accountId, differenceKobo: 90_000n }]);
    expect(await world.drift()).toEqual([]);
  });

  test('what was never paid and funded nothing is forgotten', async () => {
    const { banks } = await world.opened();
    const { reference } = await world.pay(banks, 900);
    await world.setStatus(reference, 'CANCELLED');
    await world.ask(reference);
    expect([await world.transfers(), await world.db.collectionNotice.count(), await world.findings()]).toEqual([
      [],
      0,
      [],
    ]);
  });
});
