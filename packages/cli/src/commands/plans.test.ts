import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  service.serve = (_path, response) => answer(response, 200, { status: 'success', message: 'Plans.', data: PLANS });
});
afterAll(() => service.stop());

const plan = (id: number, network: string) => ({
  id,
  plan_id: `plan-${id}`,
  network,
  name: `Plan ${id}`,
  plan_name: 'Plan',
  price: '100.00',
  validity: '1 day',
  is_active: true,
  size_mb: id === 1 ? 1_500 : null,
  validity_days: 1,
  changed_at: '2026-11-21T09:05:11.516Z',
});
const PLANS = [plan(1, 'MTN'), plan(2, '9MOBILE')];

describe('somebody who asks for one network sees no plans, although there are some', () => {
  test.each([
    ['mtn', 'plan-1'],
    ['MTN', 'plan-1'],
    ['etisalat', 'plan-2'],
    ['9mobile', 'plan-2'],
  ])('%s', async (network, only) => {
    const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
    expect(await runProgram(['plans', '--network', network], terminal)).toBe(0);
    expect(terminal.printed.out.match(/plan-\d/g)).toEqual([only]);
  });

  test('a network that there is not is wrong usage', async () => {
    const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
    expect(await runProgram(['plans', '--network', 'vodafone'], terminal)).toBe(2);
    expect(terminal.printed).toEqual({ out: '', err: expect.stringContaining('mtn, glo, airtel, etisalat') });
  });
});

test('the numbers that a program would compare are shown, and a dash for those that are not known', async () => {
  const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
  expect(await runProgram(['plans'], terminal)).toBe(0);
  expect(terminal.printed.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['PLAN', 'NETWORK', 'PRICE', 'MB', 'DAYS', 'NAME'],
    ['plan-1', 'MTN', '₦100.00', '1500', '1', 'Plan 1'],
    ['plan-2', '9MOBILE', '₦100.00', '-', '1', 'Plan 2'],
    [''],
  ]);
});
