import type { ProviderLookups } from '@topup/core/provider';
import { type Clock, formatNaira, type Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

export type FloatDeps = {
  provider: Pick<ProviderLookups, 'balance'>;
  clock: Clock;
  log: Log;
  /** An alert is raised below this; 0: never. */
  alertKobo: bigint;
  /** Default: once a minute. */
  everyMs?: number;
};

/**
 * Reads the float at an interval: a metric, and an alert in the log each time it falls below the mark. Returns what
 * stops it.
 */
export function watchFloat(
  metrics: Metrics,
  { provider, clock, log, alertKobo, everyMs = 60_000 }: FloatDeps,
): () => void {
  let low = false;
  const float = createPolledGauge({
    name: 'float',
    everyMs,
    clock,
    log,
    async read() {
      const answer = await provider.balance();
      if (answer.kind !== 'found') throw new Error(answer.reason);
      reportChange(answer.value);
      return answer.value;
    },
  });

  function reportChange(kobo: bigint): void {
    const was = low;
    low = kobo < alertKobo;
    if (low === was) return;
    const fields = { float: formatNaira(kobo), mark: formatNaira(alertKobo) };
    if (low)
      log.error('the float at the provider is low: when it is empty, every purchase is refused', {
        alert: 'provider_float',
        ...fields,
      });
    else log.info('the float at the provider is above its mark again', fields);
  }

  const gauges = {
    provider_float_kobo: {
      help: 'What our account at the provider holds, as read within the last three minutes.',
      labels: [],
    },
    provider_float_alert_kobo: {
      help: 'The float below which an alert is raised (PROVIDER_FLOAT_ALERT_NAIRA).',
      labels: [],
    },
  };
  metrics.gauges('float', gauges, async () => {
    const kobo = float.latest(); // metrics are floats; the books count in bigint
    const mark = { name: 'provider_float_alert_kobo' as const, value: Number(alertKobo) };
    return kobo === null ? [mark] : [{ name: 'provider_float_kobo', value: Number(kobo) }, mark];
  });
  return float.stop;
}
