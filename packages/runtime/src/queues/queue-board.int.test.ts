import { setTimeout as sleep } from 'node:timers/promises';
import {
  describeWithRedis,
  eventually,
  type FaultProxy,
  startFaultProxy,
  testDatabase,
  testRedis,
} from '@topup/testkit';
import { createLog } from '../log';
import { type OpsServer, startOpsServer } from '../ops-server';
import { createQueueBoard } from './queue-board';
import type { QueueStore } from './store-options';

const log = createLog('test', 'error');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function proxied(url: string): Promise<{ url: string; proxy: FaultProxy }> {
  const { hostname, port } = new URL(url);
  const proxy = await startFaultProxy({ target: { host: hostname, port: Number(port) } });
  cleanups.push(() => proxy.stop());
  const through = new URL(url);
  through.port = String(proxy.port);
  return { url: through.href, proxy };
}

async function serve(store: QueueStore): Promise<{ server: OpsServer; get(path: string): Promise<number> }> {
  const metrics = { contentType: 'text/plain', gauges: () => undefined, text: async () => '' };
  const board = createQueueBoard(store, ['airtime'], log);
  const server = await startOpsServer({ port: 0, host: '127.0.0.1', checks: {}, metrics, board });
  cleanups.push(() => server.close());
  return { server, get: async (path) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status };
}

const LIST = '/queues/api/queues';

/** Checks a board whose store is away when it is first opened, and whose connections are cut later. */
async function awayAndBack(store: QueueStore, proxy: FaultProxy): Promise<void> {
  const { get } = await serve(store);
  await sleep(300);
  expect(proxy.connections()).toBe(0); // nothing is opened before the first request
  await proxy.setMode('refuse');
  expect(await get(LIST)).toBeGreaterThanOrEqual(500);
  expect(await get('/live')).toBe(200);
  await proxy.setMode('pass');
  await eventually(
    () => get(LIST),
    (status) => status === 200,
  );
  proxy.cut();
  await eventually(
    () => get(LIST),
    (status) => status === 200,
  );
}

test('the board connects at the first request, and recovers when Postgres is back', async () => {
  const database = await testDatabase();
  cleanups.push(database.drop);
  const { url, proxy } = await proxied(database.url);
  await awayAndBack({ redisUrl: undefined, databaseUrl: url }, proxy);
});

describeWithRedis('on Redis', () => {
  test('the board connects at the first request, and recovers when Redis is back', async () => {
    const { url } = await testRedis();
    const { url: redisUrl, proxy } = await proxied(url);
    await awayAndBack({ redisUrl, databaseUrl: 'postgresql://nowhere.invalid/' }, proxy);
  });
});

test('the board answers /queues and what is below it, and no other path', async () => {
  const { get } = await serve({ redisUrl: undefined, databaseUrl: 'postgresql://127.0.0.1:1/none' });
  expect(await Promise.all(['/queue', '/queuesque', '/queues', '/queues?a', '/queues/'].map(get))).toEqual([
    404, 404, 503, 503, 503,
  ]);
});
