import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

const SINCE = '2026-11-21T09:05:11.516Z';
const SERVICES = [
  { product_type: 'AIRTIME', service: 'mtn', state: 'available', since: SINCE, message: null },
  { product_type: 'DATA', service: 'GLO', state: 'unavailable', since: SINCE, message: 'Glo works on it.' },
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Runs the command while these are on sale. Returns what it printed. */
async function printed(services: object[], ...words: string[]): Promise<string> {
  service.serve = (path, response) =>
    path === '/v1/services' && answer(response, 200, { status: 'success', message: 'Services.', data: services });
  const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
  expect(await runProgram([...words, 'services'], terminal)).toBe(0);
  return terminal.printed.out;
}

describe('somebody cannot see what can be bought now', () => {
  test('a row for each service, with what the operators say', async () => {
    expect((await printed(SERVICES)).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['PRODUCT', 'SERVICE', 'STATE', 'SINCE', 'MESSAGE'],
      ['AIRTIME', 'mtn', 'available', SINCE],
      ['DATA', 'GLO', 'unavailable', SINCE, 'Glo works on it.'],
      [''],
    ]);
  });

  test('a program gets them as the API returns them', async () => {
    expect(JSON.parse(await printed(SERVICES, '--json'))).toEqual(SERVICES);
  });

  test('nothing is known yet, and it says so', async () => {
    expect(await printed([])).toBe('Nothing is known yet.\n');
  });
});
