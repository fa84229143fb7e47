import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@topup/embedded';
import { type ApiClient, createApiClient, eventually, type SandboxLedger, shortTimers } from '@topup/testkit';
import { createBrowser } from './support/browser';
import { isAlive, type LocalService, startLocal } from './support/local-service';
import { type Ops, operators } from './support/ops';

const HANGS_BUT_DELIVERED = '08000500000';
const FAILS_AFTER_3_S = '08000103123';
/** The sandbox records it after 30 s, but is killed before. */
const DIES_UNDERWAY = '08000030000';
const ORDINARY = '08031234567';
/** Orders at the sandbox before the crash: of the first purchase, and of the one that fails during Ctrl-C. */
const BEFORE = 2;

type SignIn = { email: string; password: string | null };
type Demo = {
  baseUrl: string;
  opsUrl: string;
  dashboardUrl: string;
  apiKey: string;
  testApiKey: string;
  accountId: string;
  dashboardUser: SignIn;
  dashboardOperator: SignIn;
};
type Shown = { status: string; sends: number; cause: string; entries: { kind: string; amount: string }[] };

const PORTS = ['API_PORT', 'API_OPS_PORT', 'WORKER_OPS_PORT', 'SANDBOX_PORT', 'DASHBOARD_PORT', 'DASHBOARD_OPS_PORT'];

let dataDir: string;
let settings: Record<string, string>;
let service: LocalService;
let ops: Ops;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'topup-start-'));
  chmodSync(dataDir, 0o755); // when root runs the tests, Postgres runs as another user, who needs access
  const ports = await Promise.all(PORTS.map(() => freePort()));
  settings = { ...shortTimers(), PURCHASE_WAIT_MS: '15000', PROVIDER_TIMEOUT_MS: '6000' };
  settings.PROVIDERS = 'vtpass'; // of several, the next one would deliver what the first never received
  for (const [i, name] of PORTS.entries()) settings[name] = String(ports[i]);
  ops = operators({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await service?.killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  service = await startLocal(dataDir, settings);
};
const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(dataDir, file), 'utf8'));
const demo = () => read<Demo>('demo.json');
const client = (): ApiClient => createApiClient(demo().baseUrl, demo().apiKey);
const ledger = async (): Promise<SandboxLedger> =>
  (await fetch(`http://127.0.0.1:${settings.SANDBOX_PORT}/ledger`)).json() as Promise<SandboxLedger>;
const show = (ref: string) => ops<Shown>('purchase', 'show', ref);
/** Asks the operators' command: a client may ask only 120 times a minute for one reference. */
const untilFinal = (ref: string) =>
  eventually(
    () => show(ref),
    ({ status }) => status !== 'initiated' && status !== 'pending',
  );

describe('a newcomer cannot start the service', () => {
  test('`npm start` comes to `ready`, and the line that it prints buys airtime once', async () => {
    await start();
    expect(service.lines.at(-1)).toBe('ready');
    const line = service.lines.find((each) => each.trim().startsWith('curl ')) ?? '';

    expect(await run(line)).toMatchObject({
      http: 200,
      body: { status: 'successful', status_code: 200, data: { amount: '100.00', network: 'mtn', phone: ORDINARY } },
    });
    expect(await run(line)).toMatchObject({
      http: 400,
      body: { status: 'error', message: expect.stringContaining('request_ref') },
    });
    expect((await client().balance()).body.data).toEqual({
      balance: '999900.00',
      currency: 'NGN',
      low: false,
    });
    expect((await ledger()).deliveries).toMatchObject([{ serviceID: 'mtn', recipient: ORDINARY, amount: 100 }]);
  });

  test('both files contain what is documented, and only their owner can read them', async () => {
    expect(Object.keys(demo()).sort()).toEqual([
      'accountId',
      'apiKey',
      'baseUrl',
      'dashboardOperator',
      'dashboardUrl',
      'dashboardUser',
      'opsUrl',
      'testApiKey',
    ]);
    expect(demo()).toMatchObject({
      baseUrl: `http://127.0.0.1:${settings.API_PORT}`,
      opsUrl: `http://127.0.0.1:${settings.API_OPS_PORT}`,
    });
    expect(read('runtime.json')).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgresql:\/\/.+@127\.0\.0\.1:\d+\//),
      KEY_ENCRYPTION_SECRET: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      DASHBOARD_SECRET: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      VTPASS_BASE_URL: `http://127.0.0.1:${settings.SANDBOX_PORT}/api`,
      VTPASS_API_KEY: expect.any(String),
      VTPASS_PUBLIC_KEY: expect.any(String),
      VTPASS_SECRET_KEY: expect.any(String),
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    for (const file of ['demo.json', 'runtime.json', 'sandbox.jsonl', 'logs/api.log', 'logs/sandbox.log'])
      expect(statSync(path.join(dataDir, file)).mode & 0o777).toBe(0o600);
    expect((await fetch(`${demo().opsUrl}/ready`)).status).toBe(200);
    expect(await ops('account', 'list')).toMatchObject([
      { id: demo().accountId, name: 'demo', tier: 'standard', balance: '999900.00' },
    ]);
  });

  test('the test key has test money, once', async () => {
    const { body } = await createApiClient(demo().baseUrl, demo().testApiKey).balance();
    expect(body.data).toMatchObject({ balance: '1000000.00' });
  });

  test('both printed sign-ins of the dashboard work, each on its own side', async () => {
    const { dashboardUrl, dashboardUser, dashboardOperator, accountId } = demo();
    for (const { email, password } of [dashboardUser, dashboardOperator])
      expect(service.lines.filter((line) => line.includes(email) && line.includes(password ?? '-'))).toHaveLength(1);
    expect(service.lines.some((line) => /^ {2}Dashboard +http/.test(line) && line.endsWith(dashboardUrl))).toBe(true);
    expect(await meOf(dashboardUser)).toMatchObject({
      role: 'owner',
      account: { id: accountId, name: 'demo' },
      apiUrl: demo().baseUrl,
    });
    expect(await meOf(dashboardOperator)).toMatchObject({ role: 'operator', account: null, mustEnrol: false });
    expect(service.lines.filter((line) => line.includes('OPERATOR_FACTOR=optional'))).toHaveLength(1);
  });
});

async function meOf({ email, password }: SignIn): Promise<unknown> {
  const browser = createBrowser({ url: demo().dashboardUrl, origin: demo().dashboardUrl, seen: [] });
  await browser.post('/api/auth/sign-in/email', { email, password });
  return (await browser.get('/api/me')).body;
}

describe('stopping or crashing the whole service loses money', () => {
  test('after Ctrl-C nothing runs, and the next start has the same key, balance and passwords', async () => {
    const [first, before] = [service, demo()];
    expect(first.processes.map(({ name }) => name).sort()).toEqual([
      'api',
      'dashboard',
      'launcher',
      'postgres',
      'sandbox',
      'worker',
    ]);
    expect(first.processes.every(isAlive)).toBe(true);
    const browser = createBrowser({ url: before.dashboardUrl, origin: before.dashboardUrl, seen: [] });
    const { email, password } = before.dashboardOperator;
    await browser.post('/api/auth/sign-in/email', { email, password });
    const changed = { currentPassword: password, newPassword: 'a mind of its own and a horse' };
    expect((await browser.post('/api/auth/change-password', changed)).status).toBe(200);
    const slow = randomUUID();
    const answer = client().buyAirtime({ ref: slow, phone: FAILS_AFTER_3_S });
    await eventually(
      () => client().status(slow),
      ({ status }) => status !== 404,
    );
    expect(await first.interrupt()).toBe(0);
    expect(first.processes.filter(isAlive)).toEqual([]);
    expect(await answer).toMatchObject({ status: 424 });

    await start();
    const operator = { email, password: null, passwordSetAt: expect.any(String) };
    expect(demo()).toEqual({ ...before, dashboardOperator: operator });
    expect(service.lines.filter((line) => line.includes(email) && line.includes('was changed'))).toHaveLength(1);
    expect(await meOf({ email, password: 'a mind of its own and a horse' })).toMatchObject({ role: 'operator' });
    expect((await client().balance()).body.data?.balance).toBe('999900.00');
  });

  // fault P7: sweep
  test('after a SIGKILL of everything the next start finishes all purchases, and the books add up', async () => {
    const [delivered, lost, unsent] = [refs(2), refs(2), refs(2)];
    const buy = (all: string[], phone: string) => all.map((ref) => client().buyAirtime({ ref, phone }));
    const calls = [...buy(delivered, HANGS_BUT_DELIVERED), ...buy(lost, DIES_UNDERWAY)];
    await eventually(ledger, ({ posts }) => posts.length === BEFORE + delivered.length + lost.length);
    process.kill(service.processes.find(({ name }) => name === 'worker')?.pid ?? 0, 'SIGSTOP');
    calls.push(...buy(unsent, ORDINARY));
    const answers = Promise.allSettled(calls);
    for (const ref of unsent) {
      await eventually(
        () => client().status(ref),
        ({ status }) => status === 202,
      );
    }
    await service.killAll();
    // no client got an answer: all six purchases were open
    expect((await answers).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));

    await start();
    for (const ref of [...delivered, ...unsent]) {
      await untilFinal(ref);
      expect(await client().status(ref)).toMatchObject({ status: 200 });
      expect(await show(ref)).toMatchObject({
        status: 'success',
        sends: 1,
        entries: [{ kind: 'debit', amount: '-100.00' }],
      });
    }
    for (const ref of lost) {
      await untilFinal(ref);
      expect(await client().status(ref)).toMatchObject({ status: 424 });
      const entries = [{ kind: 'debit' }, { kind: 'refund', amount: '100.00' }];
      expect(await show(ref)).toMatchObject({ status: 'failed', sends: 1, cause: 'provider_never_had_it', entries });
    }

    const { posts, deliveries } = await ledger();
    for (const list of [posts, deliveries])
      expect(new Set(list.map(({ request_id }) => request_id)).size).toBe(list.length);
    expect([posts.length, deliveries.length]).toEqual([BEFORE + 6, 5]);
    expect((await client().balance()).body.data?.balance).toBe('999500.00');
    expect(await ops('books', 'verify')).toMatchObject({ sound: true });
  }, 120_000);

  test('after a Ctrl-C that ends the reader of its output too, as in `npm start | tee log`, nothing runs', async () => {
    service.closeOutput();
    expect(await service.interrupt()).toBe(0);
    expect(service.processes.filter(isAlive)).toEqual([]);
  });
});

const refs = (count: number) => Array.from({ length: count }, () => randomUUID());

/**
 * Runs a printed line in a shell, and has curl also print the HTTP status. Without curl (the tests need only Node) it
 * sends the same request by fetch.
 */
async function run(line: string): Promise<{ http: number; body: unknown }> {
  if (spawnSync('curl', ['--version']).status !== 0) return send(line);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${line} -w '\n%{http_code}'`], {
    env: { PATH: '/usr/bin:/bin' },
  });
  const [body = '', http] = stdout.split('\n').slice(-2);
  return { http: Number(http), body: JSON.parse(body) };
}

async function send(line: string): Promise<{ http: number; body: unknown }> {
  const quoted = (option: string) =>
    [...line.matchAll(new RegExp(`${option} '([^']*)'`, 'g'))].map(([, words = '']) => words);
  const headers = Object.fromEntries(quoted('-H').map((header) => header.split(': ', 2)));
  const answer = await fetch(/http\S+/.exec(line)?.[0] ?? '', { method: 'POST', headers, body: quoted('-d')[0] ?? '' });
  return { http: answer.status, body: await answer.json() };
}
