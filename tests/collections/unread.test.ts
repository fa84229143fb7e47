import { compareDays, followNotices, listComparedDays, sumTransfers, sweepAccounts } from '@topup/core/collection';
import type { Collector } from '@topup/core/provider';
import { systemClock } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { startCollections } from '../../apps/worker/src/watch/collections';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
beforeEach(async () => {
  world = await collectionsWorld();
});
afterEach(() => world.close());

const away = { kind: 'unavailable', reason: 'odd' } as const;
/** The collector, whose answers about these transfers and accounts cannot be read. */
const unreadable = (...names: string[]): Collector => ({
  ...world.collector,
  transfer: async (reference) => (names.includes(reference) ? away : world.collector.transfer(reference)),
  transfers: async (account, page) => (names.includes(account) ? away : world.collector.transfers(account, page)),
});
const tomorrow = () => new Date(systemClock.now().getTime() + 86_400_000);

/** Asks about all that is noted, once. */
async function follow(collector: Collector): Promise<void> {
  await world.db.$executeRaw`UPDATE collection_notice SET next_at = clock_timestamp()`;
  await followNotices({ ...world.deps, collector });
}

async function sweep(collector: Collector): Promise<void> {
  await world.db.$executeRaw`UPDATE funding_account SET swept_at = NULL`;
  await sweepAccounts({ ...world.deps, collector }, () => false);
}

const dayLater = async () => {
  await world.db.$executeRaw`
    UPDATE collection_notice
       SET unread_since = unread_since - interval '1 day', noticed_at = noticed_at - interval '1 day'`;
  await world.db.$executeRaw`UPDATE funding_account SET unread_since = unread_since - interval '1 day'`;
};
const counts = async () => {
  const { unanswered, unlisted } = await sumTransfers(world.db);
  return { unanswered, unlisted };
};

describe('a transfer or an account stays without a readable answer, and nobody is told', () => {
  test('a notice is kept and counted after a day, until an answer is readable', async () => {
    const { accountId, banks } = await world.opened();
    const [odd, late] = [await world.pay(banks, 40), await world.pay(banks, 50, { status: 'PENDING' })];
    await world.note(odd.reference, late.reference);
    await follow(unreadable(odd.reference));
    expect(await counts()).toMatchObject({ unanswered: 0 });
    await dayLater();
    await follow(unreadable(odd.reference));
    expect(await counts()).toMatchObject({ unanswered: 1 });
    await follow(world.collector);
    expect([await counts(), await world.balance(accountId)]).toEqual([{ unanswered: 0, unlisted: 0 }, 4_000n]);
  });

  test('an account is told once in a round, without its name, and counted after a day', async () => {
    const [one, two] = [await world.opened(), await world.opened()];
    await sweep(unreadable(one.accountId, two.accountId));
    const told = world.logged.filter(({ text }) => text.includes('could not be listed'));
    expect(told.map(({ fields }) => fields)).toEqual([{ collector: 'monnify', accounts: 2 }]);
    await dayLater();
    await sweep(unreadable(one.accountId));
    expect(await counts()).toEqual({ unanswered: 0, unlisted: 1 });
    await sweep(world.collector);
    expect(await counts()).toEqual({ unanswered: 0, unlisted: 0 });
  });
});

describe('the comparison of days waits for a slow collector, or says nothing of what it could not read', () => {
  test('one account that cannot be listed leaves the days uncompared, and the reason counts it', async () => {
    const { accountId } = await world.opened();
    await world.opened();
    const compare = (collector: Collector) => compareDays({ db: world.db, collector }, tomorrow());
    expect(await compare(unreadable(accountId))).toEqual({
      fault: 'the transfers of 1 accounts, of 2 asked for, could not be listed',
    });
    expect(await listComparedDays(world.db, { limit: 9 })).toEqual([]);
    expect(await compare(world.collector)).toMatchObject({ fault: null });
  });

  test('it stops between accounts, and compares no day', async () => {
    for (let n = 0; n < 3; n += 1) await world.opened();
    let listed = 0;
    const collector: Collector = {
      ...world.collector,
      transfers: async (account, page) => {
        listed += 1;
        return world.collector.transfers(account, page);
      },
    };
    expect(await compareDays({ db: world.db, collector }, tomorrow(), () => listed > 0)).toEqual({
      fault: 'the worker stops',
    });
    expect([listed, await listComparedDays(world.db, { limit: 9 })]).toEqual([1, []]);
  });
});

test('a worker tells a person of them in one line with counts alone', async () => {
  const { accountId } = await world.opened();
  await world.note('MNFY|odd');
  await follow(unreadable('MNFY|odd'));
  await sweep(unreadable(accountId));
  await dayLater();
  const collector = unreadable('MNFY|odd', accountId);
  const rounds = [1, 2].flatMap(() => startCollections(collector, { ...world, mostNaira: 1_000_000 }));
  const told = () => world.logged.filter(({ fields }) => fields.alert === 'collection');
  await eventually(told, (lines) => lines.length > 0);
  await Promise.all(rounds.map((each) => each.stop()));
  expect(told()).toEqual([
    {
      level: 'error',
      text: 'the collector has given no readable answer for a day',
      fields: { alert: 'collection', collector: 'monnify', notices: 1, accounts: 1 },
    },
  ]);
});
