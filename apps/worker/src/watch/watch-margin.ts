import {
  type HoldReason,
  type Loss,
  type NewHold,
  readMarginHealth,
  takeNewHolds,
  takeNewLosses,
} from '@topup/core/catalogue';
import { formatNaira, type Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { type WatchDeps, watchGauges } from './gauges';

const WHY: Record<HoldReason, string> = {
  cost_above_price: 'its cost is above its price',
  sold_below_cost: 'it was sold below cost',
  loss_cap: 'the daily loss cap is reached',
};

/**
 * Reads at an interval what is sold below cost and what is on hold because of it: metrics, and one alert in the log of
 * one worker for each. Returns what stops it.
 * @param dailyLossCapKobo what may be lost in a day where selling below cost was allowed
 */
export function watchMargin(
  metrics: Metrics,
  { db, clock, log, dailyLossCapKobo, everyMs = 5_000 }: WatchDeps & { dailyLossCapKobo: bigint },
): () => void {
  metrics.gauge(
    'daily_loss_cap_kobo',
    'Maximum loss in a day on what you allowed to sell below cost (DAILY_LOSS_CAP_NAIRA).',
    [],
  )({}, Number(dailyLossCapKobo));
  return watchGauges(metrics, {
    name: 'margin',
    everyMs,
    clock,
    log,
    async read() {
      for (const loss of await takeNewLosses(db)) reportLoss(log, loss);
      for (const hold of await takeNewHolds(db)) reportHold(log, hold);
      return readMarginHealth(db);
    },
    gauges: {
      plans_stopped: {
        help: 'Data plans on hold, by reason.',
        labels: ['reason'],
        of: ({ onHold }) => Object.entries(onHold).map(([reason, value]) => ({ labels: { reason }, value })),
      },
      plans_stale: {
        help: 'Data plans on sale whose cost the provider has not confirmed for 24 hours.',
        of: ({ stale }) => stale,
      },
      losses_today_kobo: {
        help: 'Loss in this Lagos day on sales below cost that you did not allow.',
        of: ({ lostKobo }) => lostKobo,
      },
      allowed_losses_today_kobo: {
        help: 'Loss in this Lagos day on sales below cost that you allowed.',
        of: ({ lostAllowedKobo }) => lostAllowedKobo,
      },
    },
  });
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

function reportHold(log: Log, { plan, tier, reason, facts }: NewHold): void {
  log.error(`a data plan is out of sale: ${WHY[reason]}`, {
    alert: 'plan_stopped',
    plan,
    tier: tier ?? 'all',
    reason,
    ...facts,
  });
}
