import type { Lookup } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { watchFloat } from './watch-float';

const MINUTE = 60_000;

/** Watches a provider whose float is `answer`; `pass` lets time go by. */
function watched(answer: Lookup<bigint>, alertKobo = 10_000n) {
  const state = { answer, asked: 0 };
  const lines: object[] = [];
  const log: Log = {
    info: (message, fields) => lines.push({ level: 'info', message, ...fields }),
    warn: (message, fields) => lines.push({ level: 'warn', message, ...fields }),
    error: (message, fields) => lines.push({ level: 'error', message, ...fields }),
  };
  const provider = {
    balance: async () => {
      state.asked += 1;
      return state.answer;
    },
  };
  const metrics = createMetrics('worker');
  const clock = { now: () => new Date(), monotonicMs: () => Date.now() };
  const stop = watchFloat(metrics, { provider, clock, log, alertKobo });
  const metric = async (name: string) =>
    new RegExp(`^topup_${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await metrics.text())?.[1];
  return { state, lines, stop, metric, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
}

const found = (kobo: bigint): Lookup<bigint> => ({ kind: 'found', value: kobo });
const away: Lookup<bigint> = { kind: 'unavailable', reason: 'HTTP 502' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the provider is asked at once and then once a minute, however often the metric is read', async () => {
  const { state, stop, metric, pass } = watched(found(50_000n));
  await pass(0);
  for (let scrape = 0; scrape < 5; scrape += 1) expect(await metric('provider_float_kobo')).toBe('50000');
  expect(state.asked).toBe(1);
  state.answer = found(40_000n);
  await pass(MINUTE);
  expect(await metric('provider_float_kobo')).toBe('40000');
  expect(state.asked).toBe(2);
  stop();
  await pass(10 * MINUTE);
  expect(state.asked).toBe(2);
});

test('a float that cannot be read stays for two minutes, then is left out and counted', async () => {
  const { state, metric, pass, stop } = watched(found(50_000n));
  await pass(0);
  state.answer = away;
  await pass(2 * MINUTE);
  expect(await metric('provider_float_kobo')).toBe('50000');
  expect(await metric('scrape_failures_total')).toBe('0');
  await pass(MINUTE);
  expect(await metric('provider_float_kobo')).toBeUndefined();
  expect(await metric('scrape_failures_total')).toBe('2'); // that scrape, and this one
  state.answer = found(0n);
  await pass(MINUTE);
  expect(await metric('provider_float_kobo')).toBe('0');
  stop();
});

test('a float that could never be read is left out and counted, and the other metrics are there', async () => {
  const { metric, lines, pass, stop } = watched(away);
  await pass(0);
  expect(await metric('provider_float_kobo')).toBeUndefined();
  expect(await metric('scrape_failures_total')).toBe('2'); // that scrape, and this one
  expect(await metric('process_start_time_seconds')).toBeDefined();
  expect(lines).toEqual([
    { level: 'warn', message: 'a metric could not be read', metric: 'float', error: 'Error: HTTP 502' },
  ]);
  stop();
});

test('each fall of the float below the mark is one alert in the log; the mark is a metric too', async () => {
  const { state, lines, metric, pass, stop } = watched(found(10_000n));
  await pass(0);
  expect(lines).toEqual([]);
  for (const kobo of [9_999n, 5_000n, 10_000n, 1n]) {
    state.answer = found(kobo);
    await pass(MINUTE);
  }
  const low = { level: 'error', alert: 'provider_float', message: expect.any(String), mark: '100.00' };
  expect(lines).toEqual([
    { ...low, float: '99.99' },
    { level: 'info', message: expect.any(String), float: '100.00', mark: '100.00' },
    { ...low, float: '0.01' },
  ]);
  expect(await metric('provider_float_alert_kobo')).toBe('10000');
  stop();
});

test('with a mark of 0 not even an empty float is an alert', async () => {
  const { lines, pass, stop } = watched(found(0n), 0n);
  await pass(0);
  expect(lines).toEqual([]);
  stop();
});
