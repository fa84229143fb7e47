import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import * as client from './index';
import { broken, outcome, refused, type Scripted, scriptedFetch } from './testing/scripted-fetch';

type Sell = (topup: client.TopUp, phone: string, request_ref: string) => Promise<string>;

const readme = readFileSync(path.resolve(__dirname, '../README.md'), 'utf8');

/** The function of the README, as a reader copies it. */
function sample(): Sell {
  const codes = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const code = codes.find((each) => each.includes('function sell')) ?? '';
  const copied = { exports: {} as { sell: Sell } };
  const run = new Function('require', 'module', transformSync(code, { loader: 'ts', format: 'cjs' }).code);
  run(() => client, copied);
  return copied.exports.sell;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Sells as the README does. @returns how it ended, and what was logged */
async function selling(...script: Scripted[]): Promise<{ end: unknown; logged: unknown[][] }> {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined).mock.calls;
  const { fetch, answer } = scriptedFetch();
  answer(...script);
  const topup = new client.TopUp({ baseUrl: 'https://topup.example.com', apiKey: 'tup_test_key', fetch });
  const end = sample()(topup, '08031234567', 'order-1').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(600_000);
  return { end: await end, logged };
}

const used = refused(400, 'duplicate_reference');
const ofAnother = { ...used, headers: { ...used.headers, 'X-Original-Matches': 'false' } };

describe('the sample of the README sells twice, or hides why it sold nothing', () => {
  test.each<[string, string, Scripted[]]>([
    ['a sale', 'sold', [outcome(200)]],
    ['a refund', 'not sold', [outcome(424, 'provider_rejected')]],
    ['an order that never arrived', 'not sold', [broken('ECONNRESET'), refused(404, 'transaction_not_found')]],
    ['a purchase that is not final', 'ask later', [outcome(202)]],
    ['a used reference', 'ask later', [refused(400, 'duplicate_reference')]],
    ['the reference of another order', 'not sold', [ofAnother]],
  ])('%s is "%s"', async (_, end, script) => {
    expect(await selling(...script)).toEqual({ end, logged: [] });
  });

  test('an invalid order is logged with its detail, and thrown', async () => {
    const detail = 'phone must be 11 digits';
    const { end, logged } = await selling(refused(400, 'validation_failed', { error: detail }));
    expect(end).toBeInstanceOf(client.ValidationError);
    expect(logged).toEqual([expect.arrayContaining(['validation_failed', detail])]);
  });
});

test('the README names every call of the client', () => {
  const calls = Object.getOwnPropertyNames(client.TopUp.prototype).filter((name) => name !== 'constructor');
  expect(calls).toContain('buyExamPin');
  expect(calls.filter((name) => !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([]);
});
