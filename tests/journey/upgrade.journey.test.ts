import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type ApiProcess,
  COMPILE_QUICKLY,
  eventually,
  expectDocumented,
  redisAvailable,
  type ServiceProcess,
  startWorld,
  testRedis,
  type World,
} from '@topup/testkit';
import { expectConsistent } from './support/books';
import { operatorsOf } from './support/ops';
import { numberOf, PRODUCTS, type Product } from './support/products';

const DATABASE_PROGRAM = path.resolve(__dirname, '../../apps/ops/dist/database.js');

/** Delivered at once, after 1 s, and rejected: clients wait at every moment at which a process stops. */
const RECIPIENTS = [numberOf('00'), numberOf('00', 1), numberOf('01')];
// Only the released version reads LEASE_MS.
const TIMES = { PURCHASE_WAIT_MS: '12000', SYNC_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '6000', LEASE_MS: '8000' };

/** The root of a built clone of the released version (`npm run test:upgrade`). Without it this version is both. */
const release = process.env.TEST_RELEASE;

/** The orders of products that both versions sell. */
let sold: readonly Product[];
let world: World;
beforeAll(async () => {
  const stores = redisAvailable() ? { redisUrl: (await testRedis()).url } : {};
  const from = release === undefined ? {} : { release };
  world = await startWorld({ ...stores, ...from, apis: 2, workers: 2, asGrantedRole: true, settings: TIMES });
  if (release === undefined) await operatorsOf(world)('catalogue', 'sync');
  const first = world.apis[0] as ApiProcess;
  const set = await post(first, '/v1/webhook/set', { webhook_url: world.receiver.url });
  expect(set.status).toBe(200);
  const { paths } = (await (await fetch(`${first.url}/openapi.json`)).json()) as { paths: object };
  sold = PRODUCTS.filter((product) => product.path in paths);
});
afterAll(() => world?.stop());

const post = (api: ApiProcess, path: string, body: object) =>
  fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.account.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** `broken`: the connection ended before the answer. */
type Answered = { ref: string; product: string; status: number | 'broken' };

/**
 * Clients behind a load balancer: they keep connections open, and use the other api when one takes no new connection.
 */
function startTraffic(clients: number) {
  const answers: Answered[] = [];
  const open = new Map<ApiProcess, number>();
  let buying = true;
  let apis: ApiProcess[] = [...world.apis];

  /** The documentation of this version does not apply to the released one. */
  const isReleased = (api: ApiProcess) => release !== undefined && world.apis.indexOf(api) < 2;

  async function order(api: ApiProcess, product: Product, body: object): Promise<number> {
    open.set(api, (open.get(api) ?? 0) + 1);
    try {
      const answer = await post(api, product.path, body);
      const headers = Object.fromEntries(answer.headers);
      const sent = await answer.json();
      if (!isReleased(api)) expectDocumented('POST', product.path, answer.status, headers, sent);
      return answer.status;
    } finally {
      open.set(api, (open.get(api) ?? 0) - 1);
    }
  }
  async function buyOnce(product: Product, recipient: string, n: number): Promise<Answered> {
    const ref = randomUUID();
    const body = { ...product.body(recipient, product.naira), request_ref: ref };
    for (let attempt = 0; ; attempt += 1) {
      const api = apis[(n + attempt) % apis.length] as ApiProcess;
      try {
        return { ref, product: product.title, status: await order(api, product, body) };
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code;
        if (code === undefined) throw error;
        if (code !== 'ECONNREFUSED') return { ref, product: product.title, status: 'broken' };
        if (attempt > 100) throw error;
      }
    }
  }
  async function client(start: number): Promise<void> {
    for (let n = start; buying; n += 1) {
      answers.push(await buyOnce(sold[n % sold.length] as Product, RECIPIENTS[n % RECIPIENTS.length] ?? '', n));
      await sleep(10);
    }
  }
  const shopping = Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  shopping.catch(() => undefined); // `end` reports it
  return {
    answers,
    openAt: (api: ApiProcess) => open.get(api) ?? 0,
    replace: (stopped: ApiProcess, by: ApiProcess) => {
      apis = apis.map((api) => (api === stopped ? by : api));
    },
    end: async () => {
      buying = false;
      await shopping;
    },
  };
}

type Traffic = ReturnType<typeof startTraffic>;

async function upgradeUnder(traffic: Traffic): Promise<void> {
  const progress = async () => {
    const before = traffic.answers.length;
    await eventually(
      () => traffic.answers.length,
      (count) => count >= before + 10,
    );
  };
  // so that this version applies its functions, as a release does, even if it is both
  if (release === undefined) await world.sql('UPDATE function_set SET digest = reverse(digest)');
  await progress();
  const role = await serviceRole();
  const migrated = await database('migrate');
  if (release === undefined) expect(migrated).toMatch(/applied \d+ functions/); // a release can have the same ones
  expect(await database('grant', '--role', role)).toContain(`${role} may run api and worker`);
  await progress();

  for (const worker of [...world.workers]) {
    await Promise.all([expectStops(worker), world.addWorker()]);
    await progress();
  }
  for (const api of [...world.apis]) {
    await eventually(
      () => traffic.openAt(api),
      (count) => count > 0,
    );
    const [, successor] = await Promise.all([expectStops(api), world.addApi()]);
    traffic.replace(api, successor);
    await progress();
  }
}

describe('an upgrade under traffic loses or doubles a purchase', () => {
  // fault P6: accept, enqueue, wait, claim, ack, sweep
  test('migrate, grant, then workers and apis one by one: clients notice nothing', async () => {
    const traffic = startTraffic(6);
    await upgradeUnder(traffic).finally(traffic.end);

    const answered = traffic.answers.filter(({ status }) => status !== 'broken');
    expect(answered.filter(({ status }) => status !== 200 && status !== 424)).toEqual([]);
    const rows = await world.sql<{ request_ref: string; status: string }>('SELECT request_ref, status FROM purchase');
    const states = new Map(rows.map((row) => [row.request_ref, row.status]));
    expect(answered.filter(({ ref, status }) => states.get(ref) !== (status === 200 ? 'success' : 'failed'))).toEqual(
      [],
    );
    // an api may close an idle connection at the moment of a request: such a client queries the status, as the README
    // says
    expect(traffic.answers.length - answered.length).toBeLessThanOrEqual(2);
    await expectConsistent(world);
  }, 120_000);
});

async function expectStops(process: ServiceProcess): Promise<void> {
  expect(await process.stop()).toBe(0);
  expect(process.logs().filter(({ level }) => level === 'error')).toEqual([]);
}

async function database(...words: string[]): Promise<string> {
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: '/nonexistent' };
  return (await promisify(execFile)(process.execPath, [COMPILE_QUICKLY, DATABASE_PROGRAM, ...words], { env })).stdout;
}

/** The database role of the processes. */
async function serviceRole(): Promise<string> {
  const rows = await world.sql<{ usename: string }>(
    "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'topup-%'",
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.usename ?? '';
}
