import type { ProviderLookups } from '@topup/core/provider';
import { type Clock, formatNaira, type Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { keepReading } from './keep-reading';

export type FloatDeps = {
  provider: Pick<ProviderLookups, 'balance'>;
  clock: Clock;
  log: Log;
  /** Below this an alert is raised; 0: never. */
  alertKobo: bigint;
  /** Default: once a minute. */
  everyMs?: number;
};

/** Keeps an eye on what our account at the provider holds: a figure, and one line in the log whenever it falls below the mark. Returns what ends it. */
export function watchFloat(
  metrics: Metrics,
  { provider, clock, log, alertKobo, everyMs = 60_000 }: FloatDeps,
): () => void {
  let low = false;
  const float = keepReading({
    name: 'float',
    everyMs,
    clock,
    log,
    async read() {
      const answer = await provider.balance();
      if (answer.kind !== 'found') throw new Error(answer.reason);
      tell(answer.value);
      return answer.value;
    },
  });

  function tell(kobo: bigint): void {
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

  const figures = {
    provider_float_kobo: {
      help: 'What our account at the provider holds, as told within the last three minutes.',
      labels: [],
    },
    provider_float_alert_kobo: { help: 'Below what it is too little (PROVIDER_FLOAT_ALERT_NAIRA).', labels: [] },
  };
  metrics.gauges('float', figures, async () => {
    const kobo = float.latest(); // a figure, not the books: those count in bigint
    const mark = { name: 'provider_float_alert_kobo' as const, value: Number(alertKobo) };
    return kobo === null ? [mark] : [{ name: 'provider_float_kobo', value: Number(kobo) }, mark];
  });
  return float.stop;
}
