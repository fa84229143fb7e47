import type { Lookup } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { watchFloat } from './watch-float';

const MINUTE = 60_000;

/** Watches the float of a provider that answers `state.answer`. `pass` advances the timers. */
function watch(answer: Lookup<bigint>, alertKobo = 10_000n) {
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

describe('the metric of the float is old, wrong, or asked of the provider at every scrape', () => {
  test('the float is read at once and then once a minute, however often Prometheus asks', async () => {
    const { state, stop, metric, pass } = watch(found(50_000n));
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

  test('when it cannot be read, the metric keeps its value for two minutes and is then left out', async () => {
    const { state, metric, pass, stop } = watch(found(50_000n));
    await pass(0);
    state.answer = away;
    await pass(2 * MINUTE);
    expect(await metric('provider_float_kobo')).toBe('50000');
    expect(await metric('scrape_failures_total')).toBe('0');
    await pass(MINUTE);
    expect(await metric('provider_float_kobo')).toBeUndefined();
    expect(await metric('scrape_failures_total')).toBe('2'); // the scrape before, and this one
    state.answer = found(0n);
    await pass(MINUTE);
    expect(await metric('provider_float_kobo')).toBe('0');
    stop();
  });

  test('when it could never be read, the metric is left out and the others are there', async () => {
    const { metric, lines, pass, stop } = watch(away);
    await pass(0);
    expect(await metric('provider_float_kobo')).toBeUndefined();
    expect(await metric('scrape_failures_total')).toBe('2'); // the scrape before, and this one
    expect(await metric('process_start_time_seconds')).toBeDefined();
    expect(lines).toEqual([
      { level: 'warn', message: 'a metric could not be read', metric: 'float', error: 'Error: HTTP 502' },
    ]);
    stop();
  });
});

describe('nobody notices that the float runs out', () => {
  test('each fall below the mark logs one alert, and the mark is a metric too', async () => {
    const { state, lines, metric, pass, stop } = watch(found(10_000n));
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

  test('with a mark of 0 an empty float logs no alert', async () => {
    const { lines, pass, stop } = watch(found(0n), 0n);
    await pass(0);
    expect(lines).toEqual([]);
    stop();
  });
});
