import { type Provider, type ProviderLookups, writeFloat } from '@topup/core/provider';
import { BURN_HOURS, readBurn } from '@topup/core/reporting';
import { type Clock, type Db, formatNaira, type Log } from '@topup/core/shared';
import { errorFields, type Metrics } from '@topup/runtime';
import { createPolledGauge, type PolledGauge, showGauges } from './gauges';

type Watched = Pick<Provider, 'name'> & Pick<ProviderLookups, 'balance'>;

type FloatDeps = {
  db: Db;
  providers: readonly Watched[];
  clock: Clock;
  log: Log;
  /** An alert is raised below this; 0: never. */
  alertKoboOf(provider: string): bigint;
  /** Default: once a minute. */
  everyMs?: number;
};

/** Sales are counted more rarely than a float is read: counting three busy hours takes 150 ms of a database. */
const BURN_EVERY = 5;

/**
 * Reads the float at each provider at an interval: kept for other processes, a metric, and an alert in the log each
 * time it falls below its mark. A provider that does not answer holds back no other. Returns what stops it.
 */
export function watchFloats(metrics: Metrics, deps: FloatDeps): () => void {
  const { db, providers, clock, log, alertKoboOf, everyMs = 60_000 } = deps;
  const floats = providers.map((provider) => ({
    provider: provider.name,
    alertKobo: alertKoboOf(provider.name),
    float: pollFloat(provider, deps, alertKoboOf(provider.name), everyMs),
  }));
  const burn = createPolledGauge({
    name: 'burn of the floats',
    everyMs: BURN_EVERY * everyMs,
    clock,
    log,
    read: () => readBurn(db, clock.now()),
  });

  const labels = ['provider'];
  showGauges(
    metrics,
    'float',
    {
      provider_float_kobo: {
        help: 'Our float at the provider, as read within the last three minutes.',
        labels,
        of: (all) => all.map((each) => ({ labels: each.labels, value: each.kobo })),
      },
      provider_float_alert_kobo: {
        help: 'Float below which workers raise an alert (PROVIDER_FLOAT_ALERT_NAIRA).',
        labels,
        of: (all) => all.map((each) => ({ labels: each.labels, value: each.alertKobo })),
      },
      provider_float_burn_kobo_per_hour: {
        help: `Cost of our sales at the provider in an hour: the mean of the last ${BURN_HOURS} hours.`,
        labels,
        of: (all) => all.map((each) => ({ labels: each.labels, value: each.perHour })),
      },
    },
    async (missed: () => void) => {
      const burns = latestOf(burn, missed);
      return floats.map(({ provider, alertKobo, float }) => ({
        labels: { provider },
        alertKobo,
        kobo: latestOf(float, missed),
        perHour: burns && (burns.find((each) => each.provider === provider)?.koboPerHour ?? 0n),
      }));
    },
  );
  return () => {
    for (const { float } of floats) float.stop();
    burn.stop();
  };
}

/** Null when there is no value yet, or none that is young enough; that one is counted. */
function latestOf<T>(gauge: PolledGauge<T>, missed: () => void): T | null {
  try {
    return gauge.latest();
  } catch {
    missed();
    return null;
  }
}

function pollFloat(
  provider: Watched,
  { db, clock, log }: FloatDeps,
  alertKobo: bigint,
  everyMs: number,
): PolledGauge<bigint> {
  let low = false;

  function reportChange(kobo: bigint): void {
    const was = low;
    low = kobo < alertKobo;
    if (low === was) return;
    const fields = { provider: provider.name, float: formatNaira(kobo), mark: formatNaira(alertKobo) };
    if (low)
      log.error('the float at a provider is low: when it is empty, the provider rejects every purchase', {
        alert: 'provider_float',
        ...fields,
      });
    else log.info('the float at a provider is above its mark again', fields);
  }

  async function keep(balanceKobo: bigint): Promise<void> {
    try {
      await writeFloat(db, { provider: provider.name, balanceKobo, alertKobo });
    } catch (error) {
      log.warn('a float could not be stored for other processes', { provider: provider.name, ...errorFields(error) });
    }
  }

  return createPolledGauge({
    name: `float at ${provider.name}`,
    everyMs,
    clock,
    log,
    async read() {
      const answer = await provider.balance();
      if (answer.kind !== 'found') throw new Error(answer.reason);
      reportChange(answer.value);
      await keep(answer.value);
      return answer.value;
    },
  });
}
