import { eventually, useDatabase } from '@topup/testkit';
import type { BreakerStatus, Breakers, Switch } from './breakers.port';
import { deleteSwitch, insertSwitch, listReportedBreakers, listSwitches, reportBreakers } from './switch.store';
import { watchSwitches } from './watch-switches';

const database = useDatabase({ max: 4 });

const since = new Date('2026-11-22T12:00:00Z');
const closed = { provider: 'vtpass', breaker: 'mtn', reason: 'ticket 17', closedBy: 'ada@example.com' };
const away: BreakerStatus = {
  provider: 'vtpass',
  breaker: 'provider',
  reason: 'unreachable',
  state: 'open',
  accounts: null,
  leftKobo: null,
  detail: null,
  since,
};
const low: BreakerStatus = { ...away, reason: 'float', leftKobo: 5_000n };
const silent = (accounts: number): BreakerStatus => ({ ...away, breaker: 'mtn', reason: 'silent', accounts });

const report = (process: string, ...statuses: BreakerStatus[]) => reportBreakers(database.db, process, statuses);
const reported = () => listReportedBreakers(database.db);

beforeEach(async () => {
  await database.db.providerSwitch.deleteMany();
  await database.db.providerBreaker.deleteMany();
});

describe('two operators close and open the same thing', () => {
  test('it is closed once, under the first reason, and opened once', async () => {
    expect(await insertSwitch(database.db, closed)).toBe(true);
    expect(await insertSwitch(database.db, { ...closed, reason: 'another' })).toBe(false);
    expect(await listSwitches(database.db)).toEqual([
      {
        provider: 'vtpass',
        breaker: 'mtn',
        reason: 'ticket 17',
        closedBy: 'ada@example.com',
        closedAt: expect.any(Date),
      },
    ]);
    expect(await deleteSwitch(database.db, 'vtpass', 'mtn')).toMatchObject({ reason: 'ticket 17' });
    expect(await deleteSwitch(database.db, 'vtpass', 'mtn')).toBeNull();
  });
});

describe('the console shows breakers of processes that are gone, or not those that stop orders', () => {
  test('the same breaker of several processes is one row, with the most accounts and the least that is left', async () => {
    await report('api@x:1', away, silent(2));
    await report('worker@x:2', silent(5), { ...low, since: new Date(since.getTime() + 1) });
    expect(await reported()).toEqual([
      { ...silent(5), processes: ['api@x:1', 'worker@x:2'] },
      { ...away, processes: ['api@x:1'] },
      { ...low, since: new Date(since.getTime() + 1), processes: ['worker@x:2'] },
    ]);
  });

  test('what a process does not report any more is gone', async () => {
    await report('api@x:1', away, low);
    await report('api@x:1', { ...low, leftKobo: 1n });
    expect(await reported()).toEqual([{ ...low, leftKobo: 1n, processes: ['api@x:1'] }]);
    await report('api@x:1');
    expect(await reported()).toEqual([]);
  });

  test('a report counts for 15 seconds, and is removed by another process after an hour', async () => {
    await report('dead@x:1', away);
    await database.db.$executeRaw`UPDATE provider_breaker SET seen_at = now() - interval '16 seconds'`;
    expect(await reported()).toEqual([]);
    await report('api@x:2');
    expect(await database.db.providerBreaker.count()).toBe(1);
    await database.db.$executeRaw`UPDATE provider_breaker SET seen_at = now() - interval '61 minutes'`;
    await report('api@x:2');
    expect(await database.db.providerBreaker.count()).toBe(0);
  });
});

describe('a process does not know what is closed by hand, or forgets it with the database', () => {
  test('it looks at once and then again, reports what changes, and removes its report when it stops', async () => {
    const { watch, seen, state } = watching();
    await insertSwitch(database.db, closed);
    state.statuses = [away];
    const { ready, stop } = watch();
    await ready;
    expect(seen).toMatchObject([[{ breaker: 'mtn' }]]);
    expect(await reported()).toMatchObject([{ breaker: 'provider', processes: ['api@x:1'] }]);
    await deleteSwitch(database.db, 'vtpass', 'mtn');
    await eventually(
      () => seen.at(-1),
      (last) => last?.length === 0,
    );
    await stop();
    expect(await reported()).toEqual([]);
  });

  test('while the database does not answer, what was last known holds; one warning is logged', async () => {
    const { watch, seen, warnings } = watching();
    await insertSwitch(database.db, closed);
    await database.db.$executeRaw`ALTER TABLE provider_switch RENAME TO gone`;
    const { ready, stop } = watch();
    await ready;
    expect(seen).toEqual([]);
    await database.db.$executeRaw`ALTER TABLE gone RENAME TO provider_switch`;
    await eventually(
      () => seen.length,
      (count) => count > 0,
    );
    expect(warnings).toHaveLength(1);
    await stop();
  });

  /** A watch that looks every 20 ms; `seen` is what it told the breakers. */
  function watching() {
    const state = { statuses: [] as BreakerStatus[] };
    const seen: (readonly Switch[])[] = [];
    const warnings: string[] = [];
    const breakers: Breakers = {
      restricted: () => false,
      stopOf: () => null,
      admit: () => null,
      onChange: () => () => undefined,
      statuses: () => state.statuses,
      setSwitches: (switches) => void seen.push(switches),
    };
    const log = { info: () => undefined, warn: (text: string) => void warnings.push(text), error: () => undefined };
    const watch = () => watchSwitches({ db: database.db, breakers, process: 'api@x:1', log, everyMs: 20 });
    return { state, seen, warnings, watch };
  }
});
