import { recordBackup } from '@topup/core/backup';
import { type Log, systemClock } from '@topup/core/shared';
import { insertVerification, toBooksReportJson, verifyBooks } from '@topup/core/wallet';
import { createMetrics } from '@topup/runtime';
import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { watchChecks } from './watch-database';

const database = useDatabase({ max: 4, eachTest: true });
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let stop: () => void = () => undefined;
afterEach(() => stop());

function watch() {
  const metrics = createMetrics('worker', log);
  stop = watchChecks(metrics, { db: database.db, clock: systemClock, log, everyMs: 200 });
  const series = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await metrics.text()).matchAll(/^topup_(books|catalogue|backup)_(\w+)\{.*\} (\S+)$/gm)].map(
        ([, what, which, value]) => [`${what}_${which}`, Number(value)],
      ),
    );
  return series;
}

const seconds = async (instant: string) => {
  const [row] = await database.db.$queryRawUnsafe<{ at: number }[]>(
    `SELECT extract(epoch FROM (${instant}))::float8 AS at`,
  );
  return row?.at ?? Number.NaN;
};

/** A plan whose cost a sync confirmed so many hours ago. */
const plan = (planId: string, hours: number) => database.db.$executeRaw`
  INSERT INTO data_plan (plan_id, network, name, plan_name, validity, provider_service, provider_code, cost_kobo,
                         cost_seen_at)
  VALUES (${planId}, 'MTN', '1 GB', '1 GB', '1 day', 'mtn-data', ${planId}, 10000,
          now() - ${hours} * interval '1 hour')`;

const verify = async () => insertVerification(database.db, 'ops', 5, toBooksReportJson(await verifyBooks(database.db)));

describe('nobody notices that a verification or a sync was missed', () => {
  test('a sync has run when it has confirmed a cost; without an account no verification is missed', async () => {
    await plan('m1', 7);
    await plan('m2', 2);
    const synced = await seconds('SELECT max(cost_seen_at) FROM data_plan');
    const seen = await eventually(watch(), ({ catalogue_synced_timestamp_seconds: at }) => at !== undefined);
    expect(seen).toEqual({ catalogue_synced_timestamp_seconds: expect.closeTo(synced, 1) });
  });

  test('a verification that never ran is as old as the first account; then the newest one counts', async () => {
    await fundedAccount(database.db, 100n);
    const series = watch();
    const opened = await seconds('SELECT min(created_at) FROM account');
    const never = await eventually(series, ({ books_verified_timestamp_seconds: at }) => at !== undefined);
    expect(never).toEqual({ books_verified_timestamp_seconds: expect.closeTo(opened, 1) });

    await verify();
    const first = await eventually(series, ({ books_sound }) => books_sound === 1);
    const verified = await seconds('SELECT max(finished_at) FROM books_check');
    expect(first.books_verified_timestamp_seconds).toBeCloseTo(verified, 1);

    await database.db.$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo + 1`;
    await verify();
    await eventually(series, ({ books_sound }) => books_sound === 0);
  });

  test('a backup that was never verified counts from the first one; then the last verification counts', async () => {
    const series = watch();
    expect(await series()).toEqual({});
    await recordBackup(database.db, { task: 'run', sound: true });
    const made = await eventually(series, ({ backup_made_timestamp_seconds: at }) => at !== undefined);
    const first = await seconds(`SELECT first_at FROM last_backup WHERE task = 'run'`);
    expect(made).toEqual({
      backup_made_timestamp_seconds: expect.closeTo(first, 1),
      backup_verified_timestamp_seconds: expect.closeTo(first, 1),
    });

    await recordBackup(database.db, { task: 'verify', sound: false });
    await recordBackup(database.db, { task: 'run', sound: true });
    const tried = await eventually(series, ({ backup_sound }) => backup_sound === 0);
    expect(tried.backup_verified_timestamp_seconds).toBeGreaterThan(first);
    await eventually(series, ({ backup_made_timestamp_seconds: at = 0 }) => at > first);
    await recordBackup(database.db, { task: 'verify', sound: true });
    await eventually(series, ({ backup_sound }) => backup_sound === 1);
  });

  test('a verification that could not be ended is none', async () => {
    await fundedAccount(database.db, 100n);
    await verify();
    await database.db.$executeRaw`
      INSERT INTO books_check (id, started_by, finished_at, fault)
      VALUES (gen_random_uuid(), 'ops', now() + interval '1 minute', 'the database was away')`;
    const verified = await seconds('SELECT finished_at FROM books_check WHERE sound');
    const seen = await eventually(watch(), ({ books_verified_timestamp_seconds: at }) => at !== undefined);
    expect(seen).toEqual({ books_verified_timestamp_seconds: expect.closeTo(verified, 1), books_sound: 1 });
  });
});
