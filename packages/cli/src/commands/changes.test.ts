import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const change = (reference: string, status = 'successful', error_code: string | null = null) => ({
  reference,
  status,
  error_code,
  transaction_type: 'AIRTIME',
  amount: '100.00',
  changed_at: '2026-11-22T09:30:00.000Z',
});
const page = (next_cursor: string, ...data: object[]) => ({
  status: 'success',
  message: 'Changes.',
  data,
  next_cursor,
});
const terminalOf = () => testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });

/** Runs the command against these pages, and interrupts it after the last one. Returns what it asked `after`. */
async function run(args: string[], ...pages: object[]) {
  const terminal = terminalOf();
  const asked: (string | null)[] = [];
  service.serve = (_path, response, request) => {
    asked.push(new URL(request.url ?? '', service.url).searchParams.get('after'));
    const next = pages[asked.length - 1];
    if (next === undefined) terminal.interrupt();
    else answer(response, 200, next);
  };
  const code = await runProgram(['changes', ...args], terminal);
  return { code, asked, ...terminal.printed };
}

describe('somebody who follows the changes misses one after a restart', () => {
  test('each is printed once, and the end says how to go on', async () => {
    const { code, asked, out, err } = await run(
      [],
      page('c1', change('order-1'), change('order-2', 'failed', 'provider_rejected')),
      page('c2', change('order-1', 'failed', 'refunded_by_operator')),
    );
    expect(code).toBe(0);
    expect(asked).toEqual(['now', 'c1', 'c2']);
    expect(out.split('\n')).toEqual([
      '2026-11-22T09:30:00Z  order-1  AIRTIME  100.00  successful',
      '2026-11-22T09:30:00Z  order-2  AIRTIME  100.00  failed  provider_rejected',
      '2026-11-22T09:30:00Z  order-1  AIRTIME  100.00  failed  refunded_by_operator',
      '',
    ]);
    expect(err).toBe('Following. Ctrl-C ends it.\nGo on with: topup changes --after c2\n');
  });

  test.each([
    [['--after', 'c9'], 'c9'],
    [['--all'], null],
  ])('%j begins there', async (args, first) => {
    expect((await run(args, page('c1', change('order-1')))).asked).toEqual([first, 'c1']);
  });

  test('as JSON, each line has the cursor to go on from', async () => {
    const { out, err } = await run(['--json'], page('c1', change('order-1'), change('order-2')));
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { reference: 'order-1', cursor: 'now' },
      { reference: 'order-2', cursor: 'c1' },
    ]);
    expect(err).toBe('');
  });

  test('both options at once are a mistake', async () => {
    expect((await run(['--all', '--after', 'c1'])).code).toBe(2);
  });
});
