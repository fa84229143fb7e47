import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@topup/embedded';
import { eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from './support/ops';
import { expectSigned } from './support/webhooks';

// The command line as people install it: the archives that npm packs, in a directory that has nothing else.

const ROOT = path.resolve(__dirname, '../..');
const run = promisify(execFile);

let world: World;
let home: string;
let program: string;
let liveKey: string;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'topup-cli-'));
  [world] = await Promise.all([startWorld({ mode: 'test' }), install()]);
  const ops = operatorsOf(world);
  await ops('catalogue', 'sync');
  const live = await ops<{ id: string }>('account', 'create', '--name', 'shop', '--tier', 'standard');
  ({ key: liveKey } = await ops<{ key: string }>('key', 'create', '--account', live.id, '--name', 'live'));
});
afterAll(async () => {
  await world?.stop();
  rmSync(home, { recursive: true });
});

/** Packs the client and the command line, and puts them beside commander, their only dependency. */
async function install(): Promise<void> {
  const modules = path.join(home, 'node_modules');
  mkdirSync(path.join(modules, '@topup'), { recursive: true });
  for (const name of ['client', 'cli']) {
    const options = { cwd: path.join(ROOT, 'packages', name) };
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', home], options);
    await run('tar', ['-xzf', path.join(home, stdout.trim()), '-C', home]);
    await run('mv', [path.join(home, 'package'), path.join(modules, '@topup', name)]);
  }
  symlinkSync(path.join(ROOT, 'node_modules/commander'), path.join(modules, 'commander'));
  program = path.join(modules, '@topup/cli/bin/topup.js');
}

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: path.join(home, 'config'),
  ...more,
});
const configFile = () => path.join(home, 'config/topup/config.json');

type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs `topup` with these words, and this on its standard input. */
async function topup(words: string[], { input = '', env = {} as Record<string, string> } = {}): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], { env: environment(env) });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    ran.stderr += text;
  });
  child.stdin.end(input);
  ran.code = await new Promise((resolve) => child.on('close', resolve));
  return ran;
}

/** The same with `--json`: what it printed. */
async function json(words: string[], options?: Parameters<typeof topup>[1]) {
  const { stdout } = await topup(['--json', ...words], options);
  return JSON.parse(stdout);
}

const login = () => topup(['login', '--url', world.apis[0]?.url ?? ''], { input: `${world.account.apiKey}\n` });

describe('somebody cannot log in, or their key is left for others to read', () => {
  test('without a login every command says what to do', async () => {
    const { code, stderr } = await topup(['balance'], { env: { XDG_CONFIG_HOME: path.join(home, 'nothing') } });
    expect([code, stderr]).toEqual([2, 'There is no API key. Run `topup login`, or set TOPUP_API_KEY.\n']);
  });

  test('the key is tried, and kept where only its owner reads it', async () => {
    const { code, stdout } = await login();
    expect([code, stdout]).toEqual([0, expect.stringContaining('in test mode, with ₦1,000,000.00')]);
    expect(stdout).not.toContain(world.account.apiKey);
    expect(statSync(configFile()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toMatchObject({ apiKey: world.account.apiKey });
  });

  test.each([
    ['what is no key', 'nonsense', 2, /no API key/],
    ['a key that opens nothing', `tup_test_${'x'.repeat(49)}`, 1, /missing, not valid or revoked/],
  ])('%s is not kept', async (_what, key, expected, words) => {
    const before = readFileSync(configFile(), 'utf8');
    const { code, stderr } = await topup(['login'], { input: key });
    expect([code, stderr]).toEqual([expected, expect.stringMatching(words)]);
    expect(readFileSync(configFile(), 'utf8')).toBe(before);
  });

  test('a damaged file is named', async () => {
    const directory = path.join(home, 'damaged');
    mkdirSync(path.join(directory, 'topup'), { recursive: true });
    writeFileSync(path.join(directory, 'topup/config.json'), '{');
    const { code, stderr } = await topup(['balance'], { env: { XDG_CONFIG_HOME: directory } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is damaged')]);
  });
});

describe('somebody cannot buy, or does not learn what became of it', () => {
  beforeAll(login);

  const AIRTIME = ['buy', 'airtime', '--network', 'mtn', '--phone', '08031234567', '--amount', '100'];

  test('airtime is bought under the given reference, and the wallet has less', async () => {
    const before = await json(['balance']);
    const { code, stdout, stderr } = await topup([...AIRTIME, '--reference', 'cli-1']);
    expect([code, stderr]).toEqual([0, 'Reference: cli-1\n']);
    expect(stdout).toContain('Airtime purchase successful.');
    expect(await json(['status', 'cli-1'])).toMatchObject({ status: 'successful', reference: 'cli-1' });
    const after = await json(['balance']);
    expect(Number(before.balance) - Number(after.balance)).toBe(100);
    expect((await json(['fund', '100'])).balance).toBe(before.balance);
    expect((await topup(['balance'])).stdout).toMatch(/^₦[0-9,]+\.00 of test money\n$/);
  });

  test('data, cable TV and electricity are bought', async () => {
    const [plan] = await json(['plans', '--network', 'MTN']);
    const phone = ['--phone', '08031234567'];
    expect(await json(['buy', 'data', '--plan', plan.plan_id, ...phone])).toMatchObject({ status: 'successful' });
    const cable = ['--product', 'gotv', '--smartcard', '1212121212', '--package', 'gotv-lite', '--amount', '410'];
    expect(await json(['buy', 'cable', ...cable, ...phone])).toMatchObject({ status: 'successful' });
    const meter = ['--disco', 'ikeja-electric', '--meter', '1111111111111', '--type', 'prepaid', '--amount', '2000'];
    const { stdout } = await topup(['buy', 'electricity', ...meter, ...phone]);
    expect(stdout).toMatch(/^Token +\d{20}$/m);
  });

  test('the list of plans is a table with prices', async () => {
    const { stdout } = await topup(['plans']);
    expect(stdout).toMatch(/^PLAN +NETWORK +PRICE +MB +DAYS +NAME\n/);
    expect(stdout).toMatch(/₦/);
  });

  test('the list of discounts is a table of what is sold at face value', async () => {
    const { stdout } = await topup(['prices']);
    expect(stdout).toMatch(/^PRODUCT +SERVICE +DISCOUNT\nAIRTIME +mtn +0\.00 %\n/);
    expect(await json(['prices'])).toHaveLength(4 + 3 + 10 + 3);
  });

  test('it waits for a purchase that is pending first', async () => {
    const late = AIRTIME.map((word) => (word === '08031234567' ? '08000200000' : word));
    expect(await json(late)).toMatchObject({ status: 'successful' });
  });

  test('a failed purchase, a refused one and a used reference say why and fail the command', async () => {
    const failing = AIRTIME.map((word) => (word === '08031234567' ? '08000100000' : word));
    const failed = await topup(failing);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('The money is back in the wallet.')]);
    // the same order with its reference is the first purchase
    expect(await json([...AIRTIME, '--reference', 'cli-1'])).toMatchObject({
      status: 'successful',
      reference: 'cli-1',
    });
    const again = await topup(['--json', ...failing, '--reference', 'cli-1']);
    expect([again.code, JSON.parse(again.stdout).error]).toEqual([
      2,
      expect.objectContaining({ code: 'duplicate_reference', helpUrl: expect.stringContaining('/docs/errors#') }),
    ]);
    const wrong = await topup(AIRTIME.map((word) => (word === '08031234567' ? '0803' : word)));
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('phone must be 11 digits')]);
  });

  test('an outcome that does not come in time has an exit code and a next step of its own', async () => {
    const never = AIRTIME.map((word) => (word === '08031234567' ? '08000400000' : word));
    const { code, stderr } = await topup([...never, '--reference', 'cli-never', '--timeout', '3']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Ask later: topup status cli-never')]);
  });

  test('--no-wait ends with the first answer, and does not ask for the status', async () => {
    const never = AIRTIME.map((word) => (word === '08031234567' ? '08000400000' : word));
    const bought = await json([...never, '--reference', 'cli-first', '--no-wait', '--timeout', '20']);
    expect(bought).toMatchObject({ status: 'pending', reference: 'cli-first' });
    const asked = await world.sql(
      `SELECT FROM webhook_event e JOIN purchase p ON p.id = e.purchase_id
        WHERE p.request_ref = 'cli-first' AND e.event = 'transaction.requery'`,
    );
    expect(asked).toEqual([]);
  });

  test('a purchase that was not received is claimed, and its answer is read; one that is not sold is not', async () => {
    const note = ['--note', 'No airtime came on 08031234567.'];
    const claimed = await topup(['claim', 'cli-1', ...note]);
    expect([claimed.code, claimed.stderr]).toEqual([0, '']);
    expect(claimed.stdout).toMatch(/^State +confirmed$/m);
    expect(await json(['claim', 'cli-1', ...note])).toEqual({
      ...{ request_ref: 'cli-1', state: 'confirmed', answered_at: expect.any(String) },
      answer: 'Test purchases are confirmed automatically.',
    });
    const refused = await topup(['claim', 'cli-first', ...note]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^Code +not_successful$/m)]);
  });

  test('a live key buys nothing unless it is told so', async () => {
    const { code, stderr } = await topup(AIRTIME, { env: { TOPUP_API_KEY: liveKey } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('with real money. Pass --yes')]);
    const poor = await topup([...AIRTIME, '--yes'], { env: { TOPUP_API_KEY: liveKey } });
    expect([poor.code, poor.stderr]).toEqual([1, expect.stringContaining('The wallet balance is too low')]);
  });

  test.each([
    ['an unknown network', ['buy', 'airtime', '--network', 'vodafone', '--phone', '0', '--amount', '1'], /vodafone/],
    ['a missing option', ['buy', 'airtime', '--network', 'mtn'], /--phone/],
    ['a command that is nearly one', ['balanse'], /balance/],
    ['a time that is none', [...AIRTIME, '--timeout', 'soon'], /--timeout/],
  ])('%s is wrong usage, and is named', async (_what, words, named) => {
    const { code, stderr } = await topup(words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(named)]);
  });
});

describe('a developer does not see what their program gets', () => {
  beforeAll(login);
  let child: ChildProcess & { printed: string };
  afterEach(async () => {
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });

  /** Starts a command that goes on, and resolves when it has printed this. */
  async function start(words: string[], begins: RegExp): Promise<void> {
    child = Object.assign(spawn(process.execPath, [program, ...words], { env: environment() }), { printed: '' });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        child.printed += text;
      });
    await printed(begins);
  }
  const printed = (pattern: RegExp) =>
    eventually(
      () => child.printed,
      (text) => pattern.test(text),
      20_000,
    );

  test('listen forwards each event, signed as a delivery is, and prints what the receiver answered', async () => {
    const { receiver } = world;
    await start(['listen', '--forward-to', receiver.url], /Ready/);
    const [secret = ''] = /whsec_\S+/.exec(child.printed) ?? [];
    await topup(['trigger', 'airtime.purchase.success']);
    const event = await receiver.waitFor(({ body }) => body?.event === 'airtime.purchase.success');
    expectSigned(event, world.account.apiKey);
    await printed(/airtime\.purchase\.success +test-\S+ +→ 200 in \d+ ms/);

    const headers = Object.entries(event.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    const verify = (input: string, env: Record<string, string>) =>
      topup(['verify-webhook', ...headers], { input, env });
    expect((await verify(event.rawBody, { TOPUP_WEBHOOK_SECRET: secret })).stdout).toMatch(/^The signature is right/);
    expect((await verify(event.rawBody, {})).stdout).toMatch(/^The hash is right/);
    const forged = event.rawBody.replace('success', 'failed');
    const refused = await verify(forged, { TOPUP_WEBHOOK_SECRET: secret });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The signature is wrong')]);
  });

  test('logs tail prints each call as its answer comes, refused calls too', async () => {
    await start(['logs', 'tail', '--lines', '0', '--status', '4xx'], /Following/);
    await topup(['buy', 'airtime', '--network', 'mtn', '--phone', '0803', '--amount', '100', '--reference', 'logged']);
    await printed(/POST \/v1\/airtime\/purchase {2}400 validation_failed {2}\d+ ms {2}logged/);
    expect(child.printed).not.toContain('wallet/balance');
    const [call] = (await topup(['--json', 'logs', 'tail', '--no-follow', '--lines', '100', '--status', '400'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ reference }) => reference === 'logged');
    expect(call).toMatchObject({ request: { phone: '****' }, answer: { error: expect.stringContaining('phone') } });
  });

  test('an event whose receiver is away is printed with the reason', async () => {
    await start(['--json', 'listen', '--forward-to', `http://127.0.0.1:${await freePort()}/`], /"ready"/);
    expect(await json(['trigger', 'data.purchase.failed'])).toMatchObject({ event: 'data.purchase.failed' });
    await printed(/"error":"ECONNREFUSED"/);
  });
});
