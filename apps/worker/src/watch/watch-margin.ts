import {
  type Loss,
  type MarginHealth,
  type NewStop,
  readMarginHealth,
  type StopReason,
  takeNewLosses,
  takeNewStops,
} from '@topup/core/catalogue';
import { type Clock, type Db, formatNaira, type Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';

type MarginDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** What may be lost in a day where selling below cost was allowed. */
  dailyLossCapKobo: bigint;
  /** Default: every five seconds. */
  everyMs?: number;
};

const WHY: Record<StopReason, string> = {
  cost_above_price: 'its cost is above its price',
  sold_below_cost: 'it was sold below cost',
  loss_cap: 'the daily loss cap is reached',
};

/**
 * Reads at an interval what is sold below cost and what was stopped because of it: metrics, and one alert in the log of
 * one worker for each sale and each stop. Returns what stops it.
 */
export function watchMargin(
  metrics: Metrics,
  { db, clock, log, dailyLossCapKobo, everyMs = 5_000 }: MarginDeps,
): () => void {
  const health = createPolledGauge<MarginHealth>({
    name: 'margin',
    everyMs,
    clock,
    log,
    async read() {
      for (const loss of await takeNewLosses(db)) reportLoss(log, loss);
      for (const stop of await takeNewStops(db)) reportStop(log, stop);
      return readMarginHealth(db);
    },
  });
  const gauges = {
    plans_stopped: { help: 'Data plans that are out of sale, by reason.', labels: ['reason'] },
    plans_stale: {
      help: 'Data plans on sale whose cost the provider has not confirmed for 24 hours.',
      labels: [],
    },
    losses_today_kobo: {
      help: 'By how much costs exceeded prices in the sales of this day in Lagos where that was not allowed.',
      labels: [],
    },
    allowed_losses_today_kobo: { help: 'The same where it was allowed.', labels: [] },
    daily_loss_cap_kobo: {
      help: 'What may be lost in a day where that is allowed (DAILY_LOSS_CAP_NAIRA).',
      labels: [],
    },
  };
  metrics.gauges('margin', gauges, async () => {
    const now = health.latest();
    const cap = { name: 'daily_loss_cap_kobo' as const, value: Number(dailyLossCapKobo) };
    if (now === null) return [cap];
    return [
      ...Object.entries(now.stopped).map(([reason, value]) => ({
        name: 'plans_stopped' as const,
        labels: { reason },
        value,
      })),
      { name: 'plans_stale', value: now.stale },
      { name: 'losses_today_kobo', value: Number(now.lostKobo) },
      { name: 'allowed_losses_today_kobo', value: Number(now.lostAllowedKobo) },
      cap,
    ];
  });
  return health.stop;
}

function reportLoss(log: Log, { purchaseId, productType, planId, priceKobo, costKobo }: Loss): void {
  log.error('a sale cost more than its price', {
    alert: 'sold_below_cost',
    purchase: purchaseId,
    product: productType,
    ...(planId !== null && { plan: planId }),
    price: formatNaira(priceKobo),
    cost: formatNaira(costKobo),
  });
}

function reportStop(log: Log, { plan, tier, reason, facts }: NewStop): void {
  log.error(`a data plan is out of sale: ${WHY[reason]}`, {
    alert: 'plan_stopped',
    plan,
    tier: tier ?? 'all',
    reason,
    ...facts,
  });
}
