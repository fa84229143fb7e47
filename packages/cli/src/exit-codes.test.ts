import { runProgram } from './program';
import { answer, pending, startService, type TestService, type TestTerminal, testTerminal } from './testing/service';

let service: TestService;
let terminal: TestTerminal;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => {
  terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
});

const ORDER = ['--network', 'mtn', '--phone', '08031234567', '--amount', '100', '--reference', 'order-1'];
const BUY = ['buy', 'airtime', ...ORDER];
const run = (...words: string[]) => runProgram(words, terminal);
const page = { status: 'success', message: 'Requests.', data: [], next_cursor: null };

describe('a script takes an order that is under way for delivered, or for not sold', () => {
  test.each([
    ['before the first answer', '/v1/airtime/purchase', []],
    ['before the first answer, with --no-wait', '/v1/airtime/purchase', ['--no-wait']],
    ['while it waits for the outcome', '/v1/transaction/status', []],
  ])('interrupted %s: 3, and what to ask', async (_, at, more) => {
    service.serve = (path, response) => {
      if (path === at) terminal.interrupt();
      else answer(response, 202, pending);
    };
    expect(await run(...BUY, ...more)).toBe(3);
    expect(terminal.printed.out).toBe('');
    expect(terminal.printed.err).toContain('Do not buy again. Ask later: topup status order-1');
  });

  test('interrupted with --json: 3, and the reference is in the error', async () => {
    service.serve = () => terminal.interrupt();
    expect(await run('--json', ...BUY)).toBe(3);
    expect(JSON.parse(terminal.printed.out).error).toMatchObject({ name: 'OutcomeUnknownError', reference: 'order-1' });
  });

  const used = { status: 'error', message: 'Used.' };

  test('a reference that was used before, nobody knows by which order: 3, and what to ask', async () => {
    const headers = { 'X-Error-Code': 'duplicate_reference', 'X-Original-Status': 'successful' };
    service.serve = (_path, response) => answer(response, 400, used, headers);
    expect(await run(...BUY)).toBe(3);
    expect(terminal.printed.err).toContain('It may be this very purchase. Ask: topup status order-1');
  });

  test.each(['successful', 'pending', 'failed'])(
    'the reference of another order, which is %s: 2, without a word of asking for that one',
    async (status) => {
      const another = { 'X-Original-Status': status, 'X-Original-Matches': 'false' };
      const headers = { 'X-Error-Code': 'duplicate_reference', ...another };
      service.serve = (_path, response) => answer(response, 400, used, headers);
      expect(await run(...BUY)).toBe(2);
      expect(terminal.printed.err).toContain(`Another purchase, which is ${status}, has this reference`);
      expect(terminal.printed.err).toContain('This call bought nothing.');
      expect(terminal.printed.err).not.toMatch(/topup status|Used\./);
    },
  );

  test('a wait that is too short: 3, and the command that asks, not a call of the client', async () => {
    service.serve = (_path, response) => answer(response, 202, pending);
    expect(await run(...BUY, '--timeout', '0.1')).toBe(3);
    expect(terminal.printed.err).toContain('Ask later: topup status order-1');
    expect(terminal.printed.err).not.toContain('settled');
  });
});

describe('a script that asks for the status takes a refunded purchase, or one that may arrive, for delivered', () => {
  const data = { amount: '100.00', network: 'mtn', phone: '08031234567' };
  const of = (status: string, status_code: number) => ({ ...pending, status, status_code, data });
  test.each([
    ['delivered', 200, of('successful', 200), {}, 0],
    ['refunded', 424, of('failed', 424), { 'X-Error-Code': 'provider_rejected' }, 1],
    ['pending', 202, of('pending', 202), {}, 3],
    ['not found', 404, { status: 'error', message: 'None.' }, { 'X-Error-Code': 'transaction_not_found' }, 3],
    ['of another account', 403, { status: 'error', message: 'No.' }, { 'X-Error-Code': 'transaction_not_yours' }, 3],
  ])('%s: the exit code says so', async (_, status, body, headers, code) => {
    service.serve = (_path, response) => answer(response, status, body, headers);
    expect(await run('status', 'order-1')).toBe(code);
    expect(await run('--json', 'status', 'order-1')).toBe(code);
  });

  test.each([
    ['the key is revoked', 401, 'unauthorized'],
    ['the service is away', 500, 'unavailable'],
  ])('%s: 3, because nobody knows', async (_, status, code) => {
    const headers = { 'X-Error-Code': code };
    service.serve = (_path, response) => answer(response, status, { status: 'error', message: 'No.' }, headers);
    expect(await run('status', 'order-1')).toBe(3);
    expect(terminal.printed).toMatchObject({ out: '', err: expect.stringContaining('No.') });
  });

  test('interrupted: 3', async () => {
    service.serve = () => terminal.interrupt();
    expect(await run('status', 'order-1')).toBe(3);
    expect(terminal.printed).toEqual({ out: '', err: expect.stringContaining('Interrupted.') });
  });
});

test.each([
  ['is none', 'whsec_xx'],
  ['is cut', `whsec_${'x'.repeat(40)}`],
])('a webhook secret that %s is a mistake of use, not a forged event', async (_, secret) => {
  terminal = testTerminal({ TOPUP_WEBHOOK_SECRET: secret });
  expect(await run('verify-webhook', '--body', __filename)).toBe(2);
  expect(terminal.printed.err).toContain('TOPUP_WEBHOOK_SECRET is no webhook secret');
});

describe('an interrupt is a failure where it is the way to end, or a success where nothing was done', () => {
  test.each([
    ['listen', ['listen'], 0],
    ['logs tail, before its first answer', ['logs', 'tail'], 0],
    ['balance', ['balance'], 1],
    ['claim', ['claim', 'order-1', '--note', 'Nothing came.'], 1],
    ['plans', ['plans'], 1],
    ['fund', ['fund', '100'], 1],
    ['trigger', ['trigger', 'airtime.purchase.success'], 1],
  ])('%s', async (_, words, code) => {
    service.serve = () => terminal.interrupt();
    expect(await run(...words)).toBe(code);
    expect(terminal.printed).toEqual({ out: '', err: code === 0 ? '' : expect.stringContaining('Interrupted.') });
  });

  test('logs tail, while it follows', async () => {
    let pages = 0;
    service.serve = (_path, response) => {
      pages += 1;
      if (pages === 2) terminal.interrupt();
      else answer(response, 200, page);
    };
    expect(await run('--json', 'logs', 'tail')).toBe(0);
    expect(terminal.printed).toEqual({ out: '', err: '' });
  });
});
