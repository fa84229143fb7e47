import { spawn } from 'node:child_process';
import path from 'node:path';
import { answer, startService, type TestService } from './testing/service';

const PROGRAM = path.resolve(__dirname, '../bin/topup.js');

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

function start(words: string[]) {
  const env = { TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' };
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, printed, ended };
}

const BUY = ['buy', 'airtime', '--network', 'mtn', '--phone', '08031234567', '--amount', '100', '--reference', 'r-1'];
const WITHIN_MS = 20_000; // an open request would keep the program for a minute

describe('a program that has printed its result does not end, or ends before it is read', () => {
  test(
    'the time is up while the order has no answer: it ends with 3',
    async () => {
      service.serve = () => undefined;
      const { printed, ended } = start([...BUY, '--timeout', '1']);
      expect(await ended).toBe(3);
      expect(printed.err).toContain('topup status r-1');
    },
    WITHIN_MS,
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s while the order has no answer: it ends with 3',
    async (signal) => {
      const arrived = new Promise<void>((resolve) => {
        service.serve = () => resolve();
      });
      const { child, printed, ended } = start(BUY);
      await arrived;
      child.kill(signal);
      expect(await ended).toBe(3);
      expect(printed.err).toContain('Do not buy again. Ask later: topup status r-1');
    },
    WITHIN_MS,
  );

  test('a long result is read to its end, whatever its length', async () => {
    const plan = { plan_id: 'p', network: 'MTN', name: 'x'.repeat(1_000), price: '1.00' };
    const plans = Array.from({ length: 2_000 }, () => plan);
    service.serve = (_path, response) => answer(response, 200, { status: 'success', message: 'Plans.', data: plans });
    const { printed, ended } = start(['--json', 'plans']);
    expect(await ended).toBe(0);
    expect(JSON.parse(printed.out)).toHaveLength(2_000);
  });

  test('nobody reads the result of a purchase: the exit code is still that of the purchase', async () => {
    service.serve = (_path, response) =>
      answer(response, 400, { status: 'error', message: 'Used.' }, { 'X-Error-Code': 'duplicate_reference' });
    const { child, ended } = start(['--json', ...BUY]);
    child.stdout.destroy();
    expect(await ended).toBe(3);
  });
});

test.each([
  ['its input ends', ''],
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s at a question ends the program, and not with the 0 of a purchase', async (_what, typed) => {
  const terminal = path.resolve(__dirname, '../dist/terminal.js');
  const asking = `require(${JSON.stringify(terminal)}).systemTerminal().ask('Continue?').catch(() => process.exit(7))`;
  const child = spawn(process.execPath, ['--eval', asking], { stdio: ['pipe', 'ignore', 'ignore'] });
  if (typed === '') child.stdin.end();
  else child.stdin.write(typed);
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(7);
});
