import { fundAccount } from '@topup/core/wallet';
import { grantedRole, switchApprovalsOff, withClient } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
beforeAll(async () => {
  world = await collectionsWorld();
  await switchApprovalsOff(world.db);
});
afterAll(() => world.close());

const BY_OPS = {
  actor: { kind: 'ops', systemUser: 'ada', as: null },
  origin: { address: null, requestId: null },
} as const;
const byHand = (accountId: string, amountKobo: bigint, reference: string) =>
  fundAccount(world.db, BY_OPS, { accountId, amountKobo, reference });
const times = <T>(n: number, work: () => Promise<T>) => Promise.all(Array.from({ length: n }, work));

/** It was credited once, no matter who did it, and the books agree. */
async function expectOnce(accountId: string, reference: string, amountKobo: bigint): Promise<void> {
  expect(await world.balance(accountId)).toBe(amountKobo);
  expect(await world.db.ledgerEntry.count({ where: { accountId } })).toBe(1);
  expect(await world.transfers({ accountId })).toMatchObject([{ reference, state: 'credited', amountKobo }]);
  expect(await world.drift()).toEqual([]);
}

describe('one transfer is credited twice', () => {
  test('twenty notices of it at once, which eight workers follow', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 2_500);
    await times(20, () => world.note(reference));
    await times(8, () => world.follow());
    await times(8, () => world.note(reference).then(() => world.follow()));
    await expectOnce(accountId, reference, 250_000n);
  });

  test('a notice and a sweep of it at once', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 1_000);
    await Promise.all([
      ...[1, 2, 3].map(() => world.note(reference).then(() => world.follow())),
      ...[1, 2, 3].map(() => world.sweep().then(() => world.follow())),
    ]);
    await expectOnce(accountId, reference, 100_000n);
  });

  test('a sweep, and an operator who types it by hand, at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accountId, banks } = await world.opened();
      const { reference } = await world.pay(banks, 1_500);
      const [, byOperator] = await Promise.all([
        world.sweep().then(() => world.follow()),
        byHand(accountId, 150_000n, ` ${reference.toLowerCase()}`),
        byHand(accountId, 150_000n, reference),
      ]);
      expect(['funded', 'funded_before']).toContain(byOperator.kind);
      await world.note(reference);
      await world.follow();
      await expectOnce(accountId, reference, 150_000n);
    }
  });

  test('an operator typed it before the collector told us, and once more afterwards', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 700);
    expect((await byHand(accountId, 70_000n, reference)).kind).toBe('funded');
    await world.sweep();
    await world.follow();
    expect((await byHand(accountId, 70_000n, reference)).kind).toBe('funded_before');
    await expectOnce(accountId, reference, 70_000n);
  });

  test('a worker dies between the notice and the answer: another one credits it, and once', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 800);
    await world.note(reference);
    // held by a worker that is gone
    await world.db.$executeRaw`UPDATE collection_notice SET tries = 1, next_at = clock_timestamp() + interval '1 hour'`;
    expect(await world.transfers({ accountId })).toEqual([]);
    await world.follow();
    await expectOnce(accountId, reference, 80_000n);
  });
});

describe('an operator funds with a transfer that the collector tells otherwise', () => {
  test('another amount or account under its reference is refused, before and after it was credited', async () => {
    const [one, other] = [await world.opened(), await world.opened()];
    const { reference } = await world.pay(one.banks, 3_000_000);
    await world.note(reference);
    await world.follow();
    expect(await world.transfers({ reference })).toMatchObject([{ state: 'waiting', reason: 'above_maximum' }]);
    for (const [account, kobo] of [
      [one.accountId, 300_000_001n],
      [other.accountId, 300_000_000n],
    ] as const)
      expect((await byHand(account, kobo, reference)).kind).toBe('transfer_told_otherwise');
    expect((await byHand(one.accountId, 300_000_000n, reference)).kind).toBe('funded');
    expect((await byHand(other.accountId, 300_000_000n, reference)).kind).toBe('reference_used');
    await expectOnce(one.accountId, reference, 300_000_000n);
  });

  test('what somebody funded with its reference and another amount waits for a person, and adds nothing', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 900);
    await byHand(accountId, 9_000n, reference);
    await world.sweep();
    await world.follow();
    expect(await world.balance(accountId)).toBe(9_000n);
    expect(await world.transfers({ reference })).toMatchObject([{ state: 'unassigned', reason: 'funded_otherwise' }]);
    expect(world.logged.at(-1)).toMatchObject({ level: 'error', fields: { alert: 'collection' } });
    expect(await world.drift()).toEqual([]);
  });
});

test('nobody but the collector funds as the collector', async () => {
  const { accountId } = await world.opened();
  const fund = `SELECT outcome FROM fund_wallet('${accountId}', 100, 'forged', 'collector', NULL)`;
  const record = `SELECT outcome FROM record_collection('monnify', 'forged', '${accountId}', 100, 100, 'paid', '', '', '', 100)`;
  const answers = async (roleFor: 'service' | 'dashboard' | 'ops') => {
    const role = await grantedRole(world.database.url, roleFor);
    const ask = (statement: string) =>
      withClient(role.url, (client) => client.query(statement)).then(
        ({ rows }) => rows[0]?.outcome,
        (error) => error.code,
      );
    const answered = [await ask(fund), await ask(record)];
    await role.drop();
    return answered;
  };
  const notAllowed = '42501';
  expect(await answers('ops')).toEqual(['not_an_operator', notAllowed]);
  expect(await answers('dashboard')).toEqual(['not_an_operator', notAllowed]);
  expect(await answers('service')).toEqual([notAllowed, 'credited']);
});
