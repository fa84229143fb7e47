import { type Lookup, readFloats } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { eventually, fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import { watchFloats } from './watch-floats';

const database = useDatabase({ max: 8, eachTest: true });

const MINUTE = 60_000;
const found = (kobo: bigint): Lookup<bigint> => ({ kind: 'found', value: kobo });
const away: Lookup<bigint> = { kind: 'unavailable', reason: 'HTTP 502' };

/** Watches the floats of providers that answer `answers`, every 20 ms. `late` makes what was read so far older. */
function watch(
  answers: Record<string, Lookup<bigint> | Promise<Lookup<bigint>>>,
  { alertKobo = 10_000n, everyMs = 20 }: { alertKobo?: bigint; everyMs?: number } = {},
) {
  const asked: Record<string, number> = {};
  const lines: Record<string, unknown>[] = [];
  const log: Log = {
    info: (message, fields) => lines.push({ level: 'info', message, ...fields }),
    warn: (message, fields) => lines.push({ level: 'warn', message, ...fields }),
    error: (message, fields) => lines.push({ level: 'error', message, ...fields }),
  };
  const providers = Object.keys(answers).map((name) => ({
    name,
    balance: async () => {
      asked[name] = (asked[name] ?? 0) + 1;
      return answers[name] ?? away;
    },
  }));
  let nowMs = 0;
  const clock = { now: () => new Date(), monotonicMs: () => nowMs };
  const metrics = createMetrics('worker', { warn: () => undefined });
  const stop = watchFloats(metrics, { db: database.db, providers, clock, log, alertKoboOf: () => alertKobo, everyMs });
  const metric = async (name: string, label = '') =>
    new RegExp(`^topup_${name}\\{[^}]*${label}[^}]*\\} (\\S+)$`, 'm').exec(await metrics.text())?.[1];
  const at = (name: string, provider: string) => metric(name, `provider="${provider}"`);
  const shows = (provider: string, kobo: string | undefined) =>
    eventually(
      () => at('provider_float_kobo', provider),
      (value) => value === kobo,
    );
  const late = (ms: number) => {
    nowMs += ms;
  };
  return { answers, asked, lines, stop, metric, at, shows, late };
}

describe('the metric of the float is old, wrong, or asked of the provider at every scrape', () => {
  test('the float is read at once and then once a minute, however often Prometheus asks', async () => {
    const { asked, stop, shows } = watch({ vtpass: found(50_000n) }, { everyMs: MINUTE });
    for (let scrape = 0; scrape < 5; scrape += 1) await shows('vtpass', '50000');
    expect(asked).toEqual({ vtpass: 1 });
    stop();
  });

  test('when it cannot be read, the metric keeps its value for two intervals and is then left out', async () => {
    const { answers, asked, stop, shows, late, metric } = watch({ vtpass: found(50_000n) });
    await shows('vtpass', '50000');
    answers.vtpass = away;
    const before = asked.vtpass ?? 0;
    await eventually(
      () => asked.vtpass ?? 0,
      (times) => times > before + 1,
    );
    late(59);
    await shows('vtpass', '50000');
    expect(await metric('scrape_failures_total')).toBe('0');
    late(1);
    await shows('vtpass', undefined);
    expect(Number(await metric('scrape_failures_total'))).toBeGreaterThan(0);
    answers.vtpass = found(0n);
    await shows('vtpass', '0');
    stop();
  });

  test('a provider that does not answer, or not in time, takes nothing from the others', async () => {
    const never = new Promise<Lookup<bigint>>(() => undefined);
    const { lines, stop, shows, at, asked } = watch({ vtpass: away, monnify: never, reloadly: found(7n) });
    await shows('reloadly', '7');
    await eventually(
      () => asked.reloadly ?? 0,
      (times) => times > 3,
    );
    expect(await at('provider_float_kobo', 'vtpass')).toBeUndefined();
    expect(await at('provider_float_alert_kobo', 'monnify')).toBe('10000');
    expect(lines.filter(({ level }) => level === 'warn')).toContainEqual({
      level: 'warn',
      message: 'a metric could not be read',
      metric: 'float at vtpass',
      error: 'Error: HTTP 502',
    });
    expect(await readFloats(database.db)).toMatchObject([{ provider: 'reloadly' }]);
    stop();
  });
});

describe('another process does not know the float', () => {
  test('the newest reading of each provider is kept, with its mark and the time of the database', async () => {
    const { answers, stop, shows } = watch({ vtpass: found(50_000n), monnify: found(1n) });
    await Promise.all([shows('vtpass', '50000'), shows('monnify', '1')]);
    answers.vtpass = found(40_000n);
    await shows('vtpass', '40000');
    const reading = { alertKobo: 10_000n, readAt: expect.any(Date) };
    expect(await readFloats(database.db)).toEqual([
      { ...reading, provider: 'monnify', balanceKobo: 1n },
      { ...reading, provider: 'vtpass', balanceKobo: 40_000n },
    ]);
    stop();
  });

  test('while the database does not take it, the metric goes on and the reading before stays', async () => {
    const { answers, lines, stop, shows } = watch({ vtpass: found(50_000n) });
    await shows('vtpass', '50000');
    await database.db.$executeRaw`ALTER TABLE provider_float RENAME TO gone`;
    answers.vtpass = found(40_000n);
    await shows('vtpass', '40000');
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'a float could not be stored for other processes' }),
    );
    await database.db.$executeRaw`ALTER TABLE gone RENAME TO provider_float`;
    stop();
  });
});

describe('nobody notices that a float runs out', () => {
  test('each fall below the mark logs one alert that names the provider, and the mark is a metric too', async () => {
    const { answers, lines, at, shows, stop } = watch({ vtpass: found(10_000n), monnify: found(10_000n) });
    await shows('vtpass', '10000');
    expect(lines).toEqual([]);
    for (const kobo of [9_999n, 5_000n, 10_000n, 1n]) {
      answers.vtpass = found(kobo);
      await shows('vtpass', String(kobo));
    }
    const named = { provider: 'vtpass', message: expect.any(String), mark: '100.00' };
    const low = { ...named, level: 'error', alert: 'provider_float' };
    expect(lines).toEqual([
      { ...low, float: '99.99' },
      { ...named, level: 'info', float: '100.00' },
      { ...low, float: '0.01' },
    ]);
    expect(await at('provider_float_alert_kobo', 'monnify')).toBe('10000');
    stop();
  });

  test('with a mark of 0 an empty float logs no alert', async () => {
    const { lines, shows, stop } = watch({ vtpass: found(0n) }, { alertKobo: 0n });
    await shows('vtpass', '0');
    expect(lines).toEqual([]);
    stop();
  });

  test('the burn of each provider is the mean cost of its successes of three hours', async () => {
    const accountId = await fundedAccount(database.db, 0n);
    const sold = { accountId, at: new Date(Date.now() - 170 * MINUTE), amountKobo: 9_000n };
    await insertSold(database.db, [
      { ...sold, costKobo: 6_000n },
      { ...sold, costKobo: null }, // it did not say: the price counts
      { ...sold, provider: 'reloadly', costKobo: 3_000n },
      // what burns nothing
      { ...sold, status: 'failed', costKobo: null },
      { ...sold, status: 'refunded' },
      { ...sold, provider: 'simulator' },
      { ...sold, at: new Date(Date.now() - 181 * MINUTE) },
    ]);
    const { at, stop } = watch({ vtpass: found(1n), monnify: found(1n), reloadly: away });
    await eventually(
      () => at('provider_float_burn_kobo_per_hour', 'vtpass'),
      (burn) => burn === '5000',
    );
    expect(await at('provider_float_burn_kobo_per_hour', 'reloadly')).toBe('1000');
    expect(await at('provider_float_burn_kobo_per_hour', 'monnify')).toBe('0');
    stop();
  });
});
