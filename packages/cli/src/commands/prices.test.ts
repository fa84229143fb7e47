import { runProgram } from '../program';
import { answer, startService, type TestService, testTerminal } from '../testing/service';

const PRICES = [
  { product_type: 'AIRTIME', service: 'mtn', discount_percent: '2.50' },
  { product_type: 'ELECTRICITY', service: 'ikeja-electric', discount_percent: '0.00' },
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Runs the command while every call returns this `data`. Returns what it printed. */
async function printed(data: object, ...words: string[]): Promise<string> {
  const body = { status: 'successful', status_code: 200, message: 'Done.', reference: 'order-1', data };
  service.serve = (_path, response) => answer(response, 200, body);
  const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
  expect(await runProgram(words, terminal)).toBe(0);
  return terminal.printed.out;
}

describe('somebody cannot see the discounts of their account', () => {
  test('a row for each service', async () => {
    expect((await printed(PRICES, 'prices')).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['PRODUCT', 'SERVICE', 'DISCOUNT'],
      ['AIRTIME', 'mtn', '2.50 %'],
      ['ELECTRICITY', 'ikeja-electric', '0.00 %'],
      [''],
    ]);
  });

  test('a program gets them as the API returns them', async () => {
    expect(JSON.parse(await printed(PRICES, 'prices', '--json'))).toEqual(PRICES);
  });
});

describe('somebody takes the face value for what they paid', () => {
  const AIRTIME = ['buy', 'airtime', '--network', 'mtn', '--phone', '08031234567', '--amount', '100'];
  const data = { amount: '100.00', network: 'mtn', phone: '08031234567' };

  test.each([[AIRTIME], [['status', 'order-1']]])('%j: the charge stands below the amount', async (words) => {
    const discounted = { amount: '100.00', charged: '97.50', network: 'mtn', phone: '08031234567' };
    expect(await printed(discounted, ...words)).toMatch(/^Amount +100\.00\nCharged +97\.50$/m);
    expect(JSON.parse(await printed(discounted, '--json', ...words)).data).toEqual(discounted);
    expect(await printed(data, ...words)).not.toContain('Charged');
  });
});
