import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const call = (id: string) => ({
  id,
  time: '2026-11-22T09:30:00.000Z',
  method: 'GET',
  path: '/v1/wallet/balance',
  status: 200,
  error_code: null,
  duration_ms: 3,
  reference: null,
  request_id: `request-${id}`,
});
const page = (...data: object[]) => ({ status: 'success', message: 'Requests.', data, next_cursor: null });
/** So long that the client does not wait for it. */
const away = { 'X-Error-Code': 'unavailable', 'Retry-After': '100' };
const terminalOf = () => testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });

describe('somebody who follows the log misses what is called after a restart of the service', () => {
  test('it asks again, and goes on after the last call that it has printed', async () => {
    const terminal = terminalOf();
    const asked: (string | null)[] = [];
    service.serve = (_path, response, request) => {
      asked.push(new URL(request.url ?? '', service.url).searchParams.get('after'));
      if (asked.length === 1) answer(response, 200, page(call('a')));
      if (asked.length === 2) answer(response, 500, { status: 'error', message: 'Away.' }, away);
      if (asked.length === 3) answer(response, 200, page(call('b')));
      if (asked.length === 4) terminal.interrupt();
    };
    expect(await runProgram(['logs', 'tail'], terminal)).toBe(0);
    expect(terminal.printed.out).toMatch(/^.*request-a\n.*request-b\n$/);
    expect(terminal.printed.err).toContain('Away. This command tries again automatically.\n');
    expect(asked).toEqual([null, 'a', 'a', 'b']);
  });

  test('it ends when the first look fails, and when the key is good for nothing any more', async () => {
    let looks = 0;
    service.serve = (_path, response) => answer(response, 500, { status: 'error', message: 'Away.' }, away);
    expect(await runProgram(['logs', 'tail'], terminalOf())).toBe(1);
    service.serve = (_path, response) => {
      looks += 1;
      if (looks === 1) answer(response, 200, page(call('a')));
      else answer(response, 401, { status: 'error', message: 'Expired.' }, { 'X-Error-Code': 'key_expired' });
    };
    expect(await runProgram(['logs', 'tail'], terminalOf())).toBe(1);
    expect(looks).toBe(2);
  });
});

test('with a filter, the newest that it lets through are shown, and no call twice', async () => {
  const asked: string[] = [];
  service.serve = (_path, response, request) => {
    const { searchParams } = new URL(request.url ?? '', service.url);
    asked.push(String(searchParams));
    if (searchParams.get('limit') === '1') answer(response, 200, page(call('b')));
    // `c` came after the first look, and is among those that follow
    else answer(response, 200, page(...['c', 'a'].map((id) => ({ ...call(id), status: 500 }))));
  };
  const terminal = terminalOf();
  expect(await runProgram(['logs', 'tail', '--no-follow', '--status', '5xx', '--lines', '2'], terminal)).toBe(0);
  expect(terminal.printed.out).toMatch(/^.*request-a\n$/);
  expect(asked).toEqual(['limit=1', 'limit=2&status=5xx']);
});
