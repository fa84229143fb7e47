import { request } from 'node:http';
import { createMetrics } from './metrics';
import { type OpsServer, startOpsServer } from './ops-server';

// Anyone who reaches this port learns what the service sells, at which provider, and how much of it.

const TOKEN = 'a-token-of-the-operations-port';

let server: OpsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start({ token, host = '127.0.0.1' }: { token?: string; host?: string } = {}): Promise<number> {
  const metrics = { contentType: 'text/plain', text: async () => 'topup_claims_total 1\n', gauges: () => undefined };
  server = await startOpsServer({ port: 0, host, token, checks: {}, metrics });
  return server.port;
}

/** The status of `GET path`, and the challenge of a 401. */
function get(port: number, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; challenge: string | undefined }>((resolve, reject) => {
    request({ port, path, headers, host: '127.0.0.1', agent: false }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve({ status: answer.statusCode, challenge: answer.headers['www-authenticate'] }));
    })
      .once('error', reject)
      .end();
  });
}

const statusOf = async (port: number, path: string, headers?: Record<string, string>) =>
  (await get(port, path, headers)).status;

describe('a page of another site that a person on this machine has open', () => {
  const PATHS = ['/metrics', '/unknown'];

  test.each(PATHS)('%s is refused to its name, which may resolve to this machine', async (path) => {
    const port = await start();
    const others = [
      `evil.example:${port}`,
      'evil.example',
      `localhost.evil.example:${port}`,
      `127.0.0.1.nip.io:${port}`,
    ];
    for (const host of others) expect(await statusOf(port, path, { host })).toBe(403);
  });

  test('the names of this machine are served with the port, and with no other', async () => {
    const port = await start();
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(await statusOf(port, '/metrics', { host: `${name}:${port}` })).toBe(200);
      expect(await statusOf(port, '/metrics', { host: `${name}:${port + 1}` })).toBe(403);
      expect(await statusOf(port, '/metrics', { host: name })).toBe(403);
    }
  });

  test('a port that is bound to every address is asked for by any name', async () => {
    const port = await start({ host: '0.0.0.0' });
    for (const host of [`10.0.0.7:${port}`, 'worker.internal', `127.0.0.1:${port}`])
      expect(await statusOf(port, '/metrics', { host })).toBe(200);
  });
});

describe('a load balancer takes a process that works for dead', () => {
  test.each(['/live', '/ready', '/ready?x'])('%s has an answer under any name, with any port or none', async (path) => {
    const port = await start();
    for (const host of ['127.0.0.1', 'api.example.com', '', `10.0.0.11:${port}`])
      expect(await statusOf(port, path, { host })).toBe(200);
  });
});

describe('a process that cannot work is seen by nobody', () => {
  test('topup_ready is 1 while every check passes, 0 when one fails or is silent, and 0 while it drains', async () => {
    const metrics = createMetrics('api', { warn: () => undefined });
    let check: () => Promise<unknown> = async () => undefined;
    const readyNow = async () => /^topup_ready\{.*\} (\d)$/m.exec(await metrics.text())?.[1];
    server = await startOpsServer({ port: 0, host: '127.0.0.1', checks: { database: () => check() }, metrics });
    expect(await readyNow()).toBe('1');
    check = async () => Promise.reject(new Error('away'));
    expect(await readyNow()).toBe('0');
    check = () => new Promise(() => undefined);
    expect(await readyNow()).toBe('0');
    check = async () => undefined;
    server.setDraining();
    expect(await readyNow()).toBe('0');
  });
});

describe('a port is not free, and nobody knows which setting it is of', () => {
  const metrics = { contentType: 'text/plain', text: async () => '', gauges: () => undefined };
  const startAt = (port: number, host = '127.0.0.1') =>
    startOpsServer({ port, setting: 'API_OPS_PORT', host, checks: {}, metrics });

  test('the error says that another program has it, and which setting changes it', async () => {
    const port = await start();
    await expect(startAt(port)).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port} (EADDRINUSE): another program uses the port. Stop that program, or change API_OPS_PORT.`,
    );
  });

  test('an address of another machine: the error names both settings', async () => {
    await expect(startAt(0, '192.0.2.1')).rejects.toThrow(
      'Cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL). Check API_OPS_PORT, and LISTEN_HOST or OPS_HOST.',
    );
  });
});

describe('somebody in the same network, with a token set', () => {
  const authorization = `Bearer ${TOKEN}`;

  test.each(['/metrics', '/metrics?x', '/', '/unknown', '//live', '/live/'])('%s needs the token', async (path) => {
    const port = await start({ token: TOKEN });
    expect(await get(port, path)).toEqual({ status: 401, challenge: 'Bearer' });
    expect(await statusOf(port, path, { authorization })).not.toBe(401);
  });

  test.each(['', 'Bearer', 'Bearer ', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])(
    '%p is not the token',
    async (wrong) => {
      expect(await statusOf(await start({ token: TOKEN }), '/metrics', { authorization: wrong })).toBe(401);
    },
  );

  test('health and readiness need none, because an orchestrator asks for them', async () => {
    const port = await start({ token: TOKEN });
    for (const path of ['/live', '/ready', '/ready?x']) expect(await statusOf(port, path)).toBe(200);
  });

  test('without a token set, nothing is asked for', async () => {
    const port = await start();
    expect(await statusOf(port, '/metrics')).toBe(200);
  });
});
