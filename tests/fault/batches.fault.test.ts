import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@topup/core/shared';
import { insertUser, setPassword } from '@topup/core/user';
import {
  type DashboardProcess,
  eventually,
  newMasterKey,
  type OwnPostgres,
  sandboxKeys,
  startDashboard,
  startOwnPostgres,
  startWorld,
  testPool,
  type World,
} from '@topup/testkit';
import { type Browser, createBrowser, type Page } from '../journey/support/browser';
import { cheapHash } from '../journey/support/cheap-hash';
import { last } from './buyer';
import { verifyAndStop } from './expect-end';
import { kill } from './processes';
import { ordersOf } from './sellers/orders';

const ROWS = 1_000;
const KILLS = 20;
/** The rest is cancelled, so that the result file has rows that were never bought. */
const CANCELLED_AT = 960;
const PASSWORD = 'correct horse battery staple';
const ORIGIN = 'https://dashboard.example.test';
const WITHIN_MS = 1_500_000;

type Row = { row: number; recipient: string; status: string; charged: string; reference: string };

describe('a file that is being bought loses rows or buys them twice when anything dies', () => {
  let postgres: OwnPostgres;
  let world: World;
  let db: Db;
  let dashboard: DashboardProcess;
  let ofDashboard: Record<string, string>;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    // the file must not be bought before the last process was killed
    const settings = { SWEEP_INTERVAL_MS: '1500' };
    world = await startWorld({ databaseUrl: postgres.url, mode: 'live', settings });
    db = testPool(postgres.url);
    ofDashboard = {
      DATABASE_URL: postgres.url,
      DASHBOARD_URL: ORIGIN,
      DASHBOARD_SECRET: newMasterKey().text,
      KEY_ENCRYPTION_SECRET: world.keySecret,
      VTPASS_BASE_URL: `${world.sandbox.url}/api`,
      ...sandboxKeys(),
      TRUSTED_PROXIES: 'loopback',
    };
    dashboard = await startDashboard(ofDashboard);
  });
  afterAll(async () => {
    await dashboard?.kill();
    await verifyAndStop(world);
    await db?.$disconnect();
    await postgres?.remove();
  });

  /** An owner who has signed in, and has proved a second factor. */
  async function owner(): Promise<Browser> {
    const person = { accountId: world.account.id, role: 'owner', name: 'Ada', email: 'ada@example.test' } as const;
    const user = await insertUser(db, person);
    if (user.kind !== 'inserted') throw new Error(user.kind);
    await setPassword(db, user.id, cheapHash(PASSWORD));
    const at = createBrowser({ url: dashboard.url, origin: ORIGIN, seen: [] });
    const { status } = await at.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    expect(status).toBe(200);
    await db.$executeRaw`
      INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes)
      VALUES (gen_random_uuid(), ${user.id}::uuid, 'encrypted', 'encrypted')`;
    return at;
  }

  /** The person types a code. */
  const proveFactor = () =>
    db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE dashboard_session SET factor_at = clock_timestamp()`,
    ]);

  /** The same person at the dashboard that was started last. */
  function again(before: Browser): Browser {
    const at = createBrowser({ url: dashboard.url, origin: ORIGIN, seen: [] });
    for (const [name, value] of before.cookies) at.cookies.set(name, value);
    return at;
  }

  const accepted = async (): Promise<number> => {
    const [row] = await world.sql<{ count: string }>("SELECT count(*) FROM batch_row WHERE state = 'accepted'");
    return Number(row?.count);
  };
  const untilAccepted = (count: number) => eventually(accepted, (rows) => rows >= count, 300_000);

  /** Each once per turn. Some milliseconds later than the row was accepted, so that it hits another step each time. */
  async function disturb(n: number): Promise<void> {
    await sleep((n * 37) % 200);
    const kind = n % 4;
    if (kind === 0) {
      await kill(last(world.workers));
      await world.addWorker();
    } else if (kind === 1) {
      await kill(last(world.apis));
      await world.addApi();
      const { status } = await world.clientOf(last(world.apis)).buyAirtime({ ref: randomUUID() });
      expect([200, 202]).toContain(status);
    } else if (kind === 2) {
      await kill(dashboard);
      dashboard = await startDashboard(ofDashboard);
    } else {
      await postgres.kill();
      await sleep(500);
      await postgres.start();
    }
  }

  const expectOk = ({ status, body }: Page) => {
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };

  test(
    'of a file of 1,000 rows each row is bought once or said to be unbought, after 20 kills',
    async () => {
      const orders = ordersOf(ROWS);
      let at = await owner();
      await proveFactor();
      expectOk(await at.post('/api/buying/cap', { cap: '1000000' }));
      const lines = orders.map(({ phone, amount }) => `airtime,mtn,${phone},${amount}`);
      const text = ['product,network,phone,amount', ...lines].join('\n');
      const id = randomUUID();
      const file = { id, name: 'customers.csv', text };
      const uploaded = expectOk(await at.post('/api/buying/files', file));
      expect(uploaded).toMatchObject({ faults: [], batch: { id, rows: ROWS, state: 'draft' } });
      expect(expectOk(await at.post('/api/buying/files', file)).batch.id).toBe(id);
      const total = orders.reduce((sum, { amount }) => sum + Number(amount), 0);
      const confirm = { total: total.toFixed(2) };
      expectOk(await at.post(`/api/buying/batches/${id}/confirm`, confirm));
      expectOk(await at.post(`/api/buying/batches/${id}/confirm`, confirm));

      for (let n = 0; n < KILLS; n += 1) {
        await untilAccepted(((n + 1) * CANCELLED_AT) / (KILLS + 1));
        await disturb(n);
        if (n !== KILLS / 2) continue;
        at = again(at);
        expectOk(await at.post(`/api/buying/batches/${id}/pause`, {}));
        const paused = await accepted();
        await sleep(2_000); // in which it would have gone on
        expect(await accepted()).toBe(paused);
        await proveFactor();
        expectOk(await at.post(`/api/buying/batches/${id}/resume`, {}));
      }
      await untilAccepted(CANCELLED_AT);
      at = again(at);
      expectOk(await at.post(`/api/buying/batches/${id}/cancel`, {}));
      const rows = await finalRows(at, id);
      await eventually(
        () => world.sql('SELECT FROM purchase WHERE final_at IS NULL'),
        (open) => open.length === 0,
        120_000,
      );

      expect(rows.map(({ recipient }) => recipient)).toEqual(orders.map(({ phone }) => phone));
      expect(rows.map(({ charged }) => charged)).toEqual(orders.map(({ amount }) => `${amount}.00`));
      await expectSameAtProvider(rows);
      expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual(['cancelled', 'failed', 'success']);
    },
    WITHIN_MS,
  );

  /** All rows, once their purchases are final. */
  function finalRows(at: Browser, id: string): Promise<Row[]> {
    const read = async () => {
      const rows: Row[] = [];
      for (let cursor = ''; ; ) {
        const page = expectOk(await at.get(`/api/buying/batches/${id}/rows?limit=100&cursor=${cursor}`));
        rows.push(...page.rows);
        if (page.next === null) return rows;
        cursor = page.next;
      }
    };
    return eventually(read, (rows) => rows.every(({ status }) => !['pending', 'waiting'].includes(status)), 300_000);
  }

  /** Sold rows are once in the ledger and once at the provider, and the others in neither, or paid back. */
  async function expectSameAtProvider(rows: Row[]): Promise<void> {
    const purchases = await world.sql<{ request_ref: string; status: string; sends: number; moved: string }>(
      `SELECT request_ref, status, sends,
              (SELECT sum(amount_kobo) FROM ledger_entry WHERE purchase_id = p.id)::text AS moved FROM purchase p
        WHERE api_key_id IS NULL`,
    );
    const { deliveries } = await world.ledger();
    const seen = rows.map(({ reference, recipient }) => {
      const found = purchases.filter(({ request_ref }) => request_ref === reference);
      return {
        reference,
        status: found[0]?.status ?? 'cancelled',
        purchases: found.length,
        moved: found[0]?.moved ?? null,
        delivered: deliveries.filter((delivery) => delivery.recipient === recipient).map(({ amount }) => amount),
      };
    });
    const wanted = rows.map(({ reference, status, charged }) => ({
      reference,
      status,
      purchases: status === 'cancelled' ? 0 : 1,
      moved: status === 'success' ? `-${charged.replace('.', '')}` : status === 'cancelled' ? null : '0',
      delivered: status === 'success' ? [Number(charged)] : [],
    }));
    expect(seen).toEqual(wanted);
    expect(purchases.filter(({ sends }) => sends > 1)).toEqual([]);
    expect(purchases).toHaveLength(rows.filter(({ status }) => status !== 'cancelled').length);
    const [wallet] = await world.sql<{ spent: string }>(
      `SELECT ((SELECT amount_kobo FROM ledger_entry WHERE account_id = $1 ORDER BY id LIMIT 1) - balance_kobo)::text AS spent
         FROM wallet WHERE account_id = $1`,
      [world.account.id],
    );
    const sum = deliveries.reduce((all, { amount }) => all + amount, 0);
    expect(Number(wallet?.spent) / 100).toBe(sum);
  }
});
