import { randomUUID } from 'node:crypto';
import { describeWithRedis, eventually, startWorld, testRedis, type World } from '@topup/testkit';

describe('operators cannot look into the queues, on Postgres', () =>
  board(() => Promise.resolve({ asGrantedRole: true })));
describeWithRedis('operators cannot look into the queues, on Redis', () =>
  board(async () => ({ redisUrl: (await testRedis()).url })),
);

type BoardQueue = {
  name: string;
  readOnlyMode: boolean;
  counts: Record<string, number>;
  jobs: { id: string; data: unknown }[];
};

function board(stores: () => Promise<{ redisUrl?: string; asGrantedRole?: boolean }>): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ ...(await stores()), settings: { WORKER_QUEUES: 'data', QUEUE_BOARD: 'on' } });
  });
  afterAll(() => world?.stop());

  const opsUrls = () => [world.apis[0]?.opsUrl ?? '', world.workers[0]?.opsUrl ?? ''];
  async function queuesOf(opsUrl: string, query = ''): Promise<BoardQueue[]> {
    const { queues } = (await (await fetch(`${opsUrl}/queues/api/queues${query}`)).json()) as { queues: BoardQueue[] };
    return queues;
  }

  test('api and worker show every queue and its jobs, which contain only ids', async () => {
    const [sent, waiting] = [randomUUID(), randomUUID()];
    const worker = await world.addWorker({ WORKER_QUEUES: 'airtime,webhooks' });
    expect((await world.client.buyAirtime({ ref: sent })).status).toBe(200);
    await worker.stop();
    expect((await world.client.buyAirtime({ ref: waiting })).status).toBe(202);
    const ids = await Promise.all([waiting, sent].map(async (ref) => (await world.purchase(ref))?.id));

    for (const opsUrl of opsUrls()) {
      const queues = await eventually(
        () => queuesOf(opsUrl, '?activeQueue=airtime&status=latest'),
        ([airtime]) => airtime?.counts.waiting === 1 && airtime.counts.completed === 1,
      );
      expect(queues.map(({ name, readOnlyMode }) => ({ name, readOnlyMode }))).toEqual(
        ['airtime', 'data', 'webhooks', 'notifications'].map((name) => ({ name, readOnlyMode: true })),
      );
      expect(queues[0]?.jobs.map(({ id, data }) => ({ id, data }))).toEqual(
        ids.map((id) => ({
          id,
          data: {
            hints: [{ id, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
            lanes: [expect.stringMatching(/^[0-9a-f-]{36}\/mtn$/)],
          },
        })),
      );
    }
  });

  test('the page and all its files come from us, and nothing else may be loaded', async () => {
    for (const opsUrl of opsUrls()) {
      const page = await fetch(`${opsUrl}/queues`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'self'; style-src 'self' 'unsafe-inline';/,
      );
      const html = await page.text();
      const base = new URL(/<base href="(.+?)"/.exec(html)?.[1] ?? '', opsUrl);
      const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(4);
      const answers = await Promise.all(files.map((file) => fetch(new URL(file, base))));
      expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
    }
  });

  test('every request that would change a queue is declined and changes nothing', async () => {
    const [api = '', worker = ''] = opsUrls();
    const before = await queuesOf(api);
    const changes = [
      ['PUT', '/pause'],
      ['PUT', '/airtime/pause'],
      ['PUT', '/airtime/empty'],
      ['PUT', '/airtime/obliterate'],
      ['POST', '/airtime/add'],
      ['PATCH', `/airtime/${randomUUID()}/update-data`],
    ] as const;
    for (const opsUrl of [api, worker]) {
      const answers = await Promise.all(
        changes.map(([method, path]) => fetch(`${opsUrl}/queues/api/queues${path}`, { method })),
      );
      expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 405));
    }
    expect(await queuesOf(api)).toEqual(before);
  });

  test('a process that is not told to have a board has none', async () => {
    const { opsUrl } = await world.addApi({ QUEUE_BOARD: '' });
    expect((await fetch(`${opsUrl}/queues`)).status).toBe(404);
    expect((await fetch(`${opsUrl}/metrics`)).status).toBe(200);
  });

  test('each process stops with exit code 0 while the board is open', async () => {
    const running = [world.apis[0], world.workers[0]];
    expect(await Promise.all(running.map((process) => process?.stop()))).toEqual([0, 0]);
    expect(running.flatMap((process) => process?.logs().filter(({ level }) => level === 'error') ?? [])).toEqual([]);
  });
}
