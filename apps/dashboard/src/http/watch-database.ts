import type { Clock, Db } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';

/** Measures at each scrape how long a page waits for a connection and a first answer of the database. */
export function watchDatabase(metrics: Metrics, { db, clock }: { db: Db; clock: Clock }): void {
  const help = 'How long SELECT 1 took, with the wait for a connection of the pool.';
  metrics.gauges('database', { dashboard_database_seconds: { help, labels: [] } }, async () => {
    const askedAtMs = clock.monotonicMs();
    await db.$queryRaw`SELECT 1`;
    return [{ name: 'dashboard_database_seconds', value: (clock.monotonicMs() - askedAtMs) / 1000 }];
  });
}
