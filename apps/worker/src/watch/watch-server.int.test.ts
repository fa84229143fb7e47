import { type Db, type Log, systemClock } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { type ArchivedPostgres, eventually, startArchivedPostgres, testPool } from '@topup/testkit';
import { watchServer } from './watch-database';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let postgres: ArchivedPostgres;
let db: Db;
let stop: () => void = () => undefined;

beforeAll(async () => {
  postgres = await startArchivedPostgres();
  db = testPool(postgres.url, 2);
});
afterEach(() => stop());
afterAll(async () => {
  await db?.$disconnect();
  await postgres?.remove();
});

const run = (statement: string) => db.$executeRawUnsafe(statement);

/** Reads the series of a worker, by what stands before the common labels. */
function watch(): () => Promise<Record<string, number>> {
  const metrics = createMetrics('worker', log);
  stop = watchServer(metrics, { db, clock: systemClock, log, everyMs: 100 });
  return async () =>
    Object.fromEntries(
      [...(await metrics.text()).matchAll(/^topup_database_(\w+)\{(?:(\w+="\w+"),)?.*\} (\S+)$/gm)].map(
        ([, name, label, value]) => [label?.match(/^(standby|slot)=/) ? `${name} ${label}` : `${name}`, Number(value)],
      ),
    );
}

describe('nobody notices that a standby, the archive or a reader of the log is behind', () => {
  test('alone, with everything archived, nothing is behind', async () => {
    await postgres.archiveAll();
    const seen = await eventually(watch(), ({ archive_wait_seconds: wait }) => wait === 0);
    expect(seen).toEqual({ standbys: 0, archive_wait_seconds: 0 });
  });

  test('a standby is behind while it may not replay, and is missed when it has stopped', async () => {
    const standby = await (await postgres.baseBackup()).follower('node2');
    const follower = testPool(standby.url, 1);
    const lag = 'standby_lag_bytes standby="node2"';
    const series = watch();
    try {
      await follower.$executeRawUnsafe('SELECT pg_wal_replay_pause()');
      await run(`CREATE TABLE much AS SELECT repeat('x', 1000) FROM generate_series(1, 5000)`);
      expect(await eventually(series, (seen) => (seen[lag] ?? 0) > 5_000_000)).toMatchObject({ standbys: 1 });
      await follower.$executeRawUnsafe('SELECT pg_wal_replay_resume()');
      await eventually(series, (seen) => seen[lag] === 0);
    } finally {
      await follower.$disconnect();
      await standby.stop();
    }
    const after = await eventually(series, ({ standbys }) => standbys === 0);
    expect(after[lag]).toBeUndefined();
  });

  test('a segment that cannot be archived waits, and a slot that nobody reads holds the log', async () => {
    await run(`SELECT pg_create_physical_replication_slot('reports', true)`);
    await run(`ALTER SYSTEM SET archive_command = 'false'`);
    await run('SELECT pg_reload_conf()');
    await run('CREATE TABLE waits AS SELECT pg_switch_wal()');
    const series = watch();
    const wait = 'archive_wait_seconds';
    const first = await eventually(series, (seen) => (seen[wait] ?? 0) > 0);
    expect(first['slot_retained_bytes slot="reports"']).toBeGreaterThan(0);
    await eventually(series, (seen) => (seen[wait] ?? 0) > (first[wait] ?? 0));
  });

  test('an owner who is no member of pg_monitor sees nothing, not zero standbys, and nothing fails', async () => {
    await run('CREATE ROLE plain_owner');
    const series = watch();
    await eventually(series, ({ standbys }) => standbys === 0);
    await run('ALTER FUNCTION server_lags() OWNER TO plain_owner');
    await eventually(series, (seen) => Object.keys(seen).length === 0);
    await run('GRANT pg_monitor TO plain_owner');
    const again = await eventually(series, ({ archive_wait_seconds: wait }) => (wait ?? 0) > 0);
    expect(again).toMatchObject({ standbys: 0 });
  });
});
