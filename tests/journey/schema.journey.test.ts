import { eventually, newMasterKey, sandboxKeys, startDashboard, startWorld, type World } from '@topup/testkit';
import { Client } from 'pg';
import { operatorsOf } from './support/ops';

let world: World;
let db: Client;
beforeAll(async () => {
  world = await startWorld();
  db = new Client(world.databaseUrl);
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await world?.stop();
});

/** As if the newest migration had not been applied yet, or had been. */
const setApplied = (applied: boolean) =>
  db.query(
    `UPDATE _prisma_migrations SET rolled_back_at = ${applied ? 'NULL' : 'now()'}
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  );
const readiness = async (opsUrl: string) => {
  const response = await fetch(`${opsUrl}/ready`);
  return { status: response.status, body: await response.json() };
};

describe('a process of a new version starts before the database is migrated', () => {
  test('it waits and serves nothing; what runs is not ready; `ops` says what to do and waits as well', async () => {
    const [running] = world.apis;
    if (running === undefined) throw new Error('no api');
    await setApplied(false);
    expect(await readiness(running.opsUrl)).toMatchObject({
      status: 503,
      body: { checks: { database: 'ok', schema: 'SchemaIsBehind' } },
    });
    const ops = operatorsOf(world);
    await expect(ops('account', 'list')).rejects.toThrow('npm run db:migrate');
    await expect(ops('database', 'wait', '--timeout', '1')).rejects.toThrow(
      'After 1 s: The database lacks the migration',
    );

    let started = 0;
    const addingDashboard = startDashboard({
      DATABASE_URL: world.databaseUrl,
      DASHBOARD_URL: 'https://dashboard.example.test',
      DASHBOARD_SECRET: newMasterKey().text,
      KEY_ENCRYPTION_SECRET: world.keySecret,
      VTPASS_BASE_URL: 'http://127.0.0.1:9/api',
      ...sandboxKeys(),
    });
    const starting = [world.addApi(), world.addWorker(), addingDashboard].map((start) =>
      start.then(() => (started += 1)),
    );
    const waiting = ops('database', 'wait');
    await eventually(
      () =>
        db.query(
          `SELECT DISTINCT application_name FROM pg_stat_activity
            WHERE query LIKE '%schema_gap%' AND application_name IN ('topup-api', 'topup-worker', 'topup-dashboard')`,
        ),
      ({ rowCount }) => rowCount === 3,
    );
    expect(started).toBe(0);

    await setApplied(true);
    await Promise.all(starting);
    const dashboard = await addingDashboard;
    expect(await readiness(dashboard.opsUrl)).toMatchObject({ status: 200 });
    await dashboard.stop();
    expect(await waiting).toEqual({ ready: true });
    expect(await readiness(running.opsUrl)).toMatchObject({ status: 200 });
    expect((await world.client.buyAirtime({ ref: 'after' })).status).toBe(200);
  });
});
