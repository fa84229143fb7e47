import { type Log, newId, systemClock } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { eventually, useDatabase } from '@topup/testkit';
import { watchMargin } from './watch-margin';

const database = useDatabase({ max: 8, eachTest: true });

function watch() {
  const lines: { message: string; [field: string]: unknown }[] = [];
  const at = (message: string, fields?: object) => void lines.push({ message, ...fields });
  const log: Log = { info: () => undefined, warn: at, error: at };
  const metrics = createMetrics('worker', { warn: () => undefined });
  const settings = { dailyLossCapKobo: 1_000_000n, everyMs: 20 };
  const stop = watchMargin(metrics, { db: database.db, clock: systemClock, log, ...settings });
  const metric = async (series: string) =>
    (await metrics.text())
      .split('\n')
      .find((line) => line.startsWith(`topup_${series}`))
      ?.split(' ')[1];
  return { lines, stop, metric };
}

async function heldPlan(): Promise<string> {
  const purchase = newId();
  const plan = await database.db.dataPlan.create({
    data: {
      planId: 'm1',
      network: 'MTN',
      name: '1 GB',
      planName: '1 GB',
      validity: '1 day',
      providerService: 'mtn-data',
      providerCode: 'm1',
      costKobo: 10_000n,
    },
  });
  await database.db.loss.create({
    data: {
      purchaseId: purchase,
      productType: 'DATA',
      dataPlanId: plan.id,
      tierId: 1,
      priceKobo: 11_000n,
      costKobo: 96_000n,
      allowed: false,
    },
  });
  await database.db.planStop.create({
    data: { dataPlanId: plan.id, reason: 'sold_below_cost', facts: { reference: 'order-1' } },
  });
  return purchase;
}

describe('a sale below cost is noticed by nobody', () => {
  test('one worker of two logs an alert for the sale and for the hold, once; both report the metrics', async () => {
    const both = [watch(), watch()];
    const purchase = await heldPlan();
    const alerts = () => both.flatMap(({ lines }) => lines);
    // a round reads the metrics last: one that began before the sale shows it and has alerted of nothing
    await eventually(alerts, ({ length }) => length >= 2);
    for (const { metric } of both) {
      // a value that is older than three intervals is not shown, and a busy machine may be late
      for (const [series, shown] of [
        ['plans_stopped{reason="sold_below_cost"', '1'],
        ['losses_today_kobo', '85000'],
        ['allowed_losses_today_kobo', '0'],
        ['plans_stopped{reason="loss_cap"', '0'],
        ['daily_loss_cap_kobo', '1000000'],
      ] as const)
        await eventually(
          () => metric(series),
          (value) => value === shown,
        );
    }
    for (const { stop } of both) stop();
    expect(alerts().sort((a, b) => String(b.alert).localeCompare(String(a.alert)))).toEqual([
      expect.objectContaining({ alert: 'sold_below_cost', purchase, plan: 'm1', price: '110.00', cost: '960.00' }),
      expect.objectContaining({ alert: 'plan_stopped', plan: 'm1', tier: 'all', reason: 'sold_below_cost' }),
    ]);
  });
});
