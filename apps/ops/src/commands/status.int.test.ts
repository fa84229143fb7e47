import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createKey } from '@topup/core/api-key';
import { startOpsServer } from '@topup/runtime';
import { grantedRole, newMasterKey, startFaultProxy } from '@topup/testkit';
import { useOpsWorld } from '../testing/ops-world';
import { runOps } from '../testing/run-ops';
import { processAt } from './status';

const key = newMasterKey();
const world = useOpsWorld({ settings: () => ({ KEY_ENCRYPTION_SECRET: key.text }) });

/** Listens on a port, until `work` is done. */
async function listening<T>(server: Server, work: (address: string) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** An address on which nothing listens any more. */
const closedAddress = () => listening(createTcpServer(), async (address) => address);

describe('an operator who is woken does not see what is wrong', () => {
  const processAt = (checks: Record<string, () => Promise<unknown>>) =>
    startOpsServer({
      port: 0,
      host: '127.0.0.1',
      checks,
      metrics: { contentType: 'text/plain', gauges: () => undefined, text: async () => '' },
    });

  test('it shows processes, database, clock, Redis and master key, and exits 1 with what is wrong', async () => {
    await createKey({ db: world.db, masterKey: key.masterKey }, await world.openAccount('acme'), 'k');
    const well = await processAt({ database: async () => undefined });
    const ill = await processAt({ database: () => Promise.reject(new TypeError('secret')) });
    const [first, second] = [`127.0.0.1:${well.port}`, `127.0.0.1:${ill.port}`];
    try {
      expect(await world.json('status', '--at', first)).toEqual({
        well: true,
        wrong: [],
        [first]: expect.stringMatching(/^ready, version \d/),
        database: expect.stringContaining('answers'),
        connections: expect.any(String),
        clock: expect.any(String),
        'master key': expect.stringMatching(/^[0-9a-f]{16}; .*: [0-9a-f]{16} 1$/),
        redis: 'REDIS_URL is not set here',
      });
      const none = await closedAddress();
      const { code, stdout, lines } = await world.ops('status', '--at', `${first},${second}, ${none}`);
      expect({ code, lines }).toEqual({ code: 1, lines: [`Look at: ${second}, ${none}.`] });
      expect(stdout).toMatch(new RegExp(`^${none} ! +refuses connections, so no process listens there$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^${second} ! +not ready, version .*, database: TypeError$`, 'm'));
    } finally {
      await Promise.all([well.close(), ill.close()]);
    }
  });

  test('without addresses it asks at the operations ports of the settings, not at those of a neighbour', async () => {
    const api = await processAt({});
    const ports = { API_OPS_PORT: String(api.port), WORKER_OPS_PORT: '1', DASHBOARD_OPS_PORT: '2' };
    try {
      const { stdout } = await runOps({ ...ports, DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, ['status']);
      expect(stdout).toMatch(new RegExp(`^127.0.0.1:${api.port} +ready, version `, 'm'));
      expect(stdout.match(/^127\.0\.0\.1:[12] ! /gm)).toHaveLength(2);
      expect(stdout).not.toMatch(/:300[125]\b/);
    } finally {
      await api.close();
    }
  });

  test('without a database it still shows the processes', async () => {
    const none = await closedAddress();
    const { code, stdout } = await runOps({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, ['status', '--at', none]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(`^${none} ! +refuses connections, .*\\ndatabase ! +DATABASE_URL leads to no PostgreSQL: `, 'm'),
    );
    expect(stdout).toContain('On its host, run `systemctl status postgresql`, then here `status` again.');
  });

  const lost =
    /^database ! +The connection to PostgreSQL was lost, or not made in time\. Check host .* `status` again\.$/m;
  const statusBy = async (address: string) => {
    const DATABASE_URL = Object.assign(new URL(world.url), { host: address }).href;
    return (await runOps({ DATABASE_URL }, ['status', '--at', await closedAddress()])).stdout;
  };

  test('the connection to the database is cut, or ended at once: what to look at, and the next command', async () => {
    const { hostname: host, port } = new URL(world.url);
    const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    try {
      void proxy.holdReplyAfter('schema_gap').answered.then(() => proxy.cut());
      expect(await statusBy(`127.0.0.1:${proxy.port}`)).toMatch(lost);
    } finally {
      await proxy.stop();
    }
    const rude = createTcpServer((socket) => socket.destroy());
    expect(await listening(rude, statusBy)).toMatch(lost);
  });
});

describe('a restored database looks well while every service refuses it', () => {
  test('status says so with the role of ops, and names the quarantine, until that has run', async () => {
    const role = await grantedRole(world.url, 'ops');
    const ask = async () => runOps({ DATABASE_URL: role.url }, ['status', '--at', await closedAddress()]);
    try {
      await world.sql.query(`UPDATE known_server SET identity = '1/00000001'`);
      const { code, stdout, lines } = await ask();
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('database')] });
      expect(stdout).toMatch(
        /^database ! +answers, but services do not use it, because it is no successor of .* `quarantine --note /m,
      );
      await world.json('quarantine', '--note', 'restored');
      expect((await ask()).stdout).toMatch(/^database +answers, with the schema of this version$/m);
    } finally {
      await role.drop();
    }
  });

  test('it is on a later timeline that no process has recorded, without Redis', async () => {
    await world.sql.query(`UPDATE known_server SET identity = split_part(identity, '/', 1) || '/00000000'`);
    expect((await world.ops('status', '--at', await closedAddress())).stdout).toMatch(
      /^database ! +answers, .* because nobody remembers what was committed before its promotion\. /m,
    );
  });
});

describe('a process that is busy is taken for one that has ended', () => {
  test('it takes connections and does not answer in time: the line says so, with the seconds', async () => {
    const busy = createTcpServer((socket) => socket.on('error', () => undefined).resume());
    expect(await listening(busy, (address) => processAt(address, 300))).toMatchObject({
      says: 'did not answer within 0.3 s, so it may be busy',
      wrong: true,
    });
  });

  test('each process has the same 15 s, which begin before any of them has answered', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    try {
      const asking = [processAt(await closedAddress()), processAt(await closedAddress())];
      expect(limits.mock.calls).toEqual([[15_000], [15_000]]);
      await Promise.all(asking);
    } finally {
      limits.mockRestore();
    }
  });

  test.each([
    ['another program', /^answers, but not as a process of this service$/],
    ['a program that speaks JSON', /^answers, but not as a process of this service$/],
    ['a program that hangs up', /^ended the connection without an answer/],
  ])('%s listens there: the line says so', async (what, says) => {
    const server =
      what === 'a program that hangs up'
        ? createTcpServer((socket) => socket.destroy())
        : createServer((_, response) => response.end(what === 'another program' ? '<html>' : '{"error":"x"}'));
    expect(await listening(server, (address) => processAt(address))).toMatchObject({
      says: expect.stringMatching(says),
      wrong: true,
    });
  });

  test('an address that is none is said to be so', async () => {
    expect((await processAt('127.0.0.1:port')).says).toBe('cannot be reached (ERR_INVALID_URL), so check the address');
  });
});
