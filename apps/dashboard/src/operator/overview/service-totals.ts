import { type PurchaseSum, sumAllPurchases } from '@topup/core/reporting';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { OperatorOverview, Overview } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { toDayTotals, toPoint } from '../../account/overview/overview.presenter';

type Deps = { db: Db; clock: Clock; log: Log };
type Point = Overview['points'][number];
/** `settled`: counted when the hour was no longer recent. */
type Hour = { sums: PurchaseSum[]; readMs: number; settled: boolean };

export type ServiceTotals = {
  /** The last 24 hours by hour, the present one last, and the totals of the present day in Lagos. */
  read(): Promise<{ today: OperatorOverview['today']; points: Point[] }>;
};

const HOUR_MS = 3_600_000;
const HOURS = 24;
const LAGOS_AHEAD_MS = HOUR_MS; // all year; its days therefore begin with one of these hours

/** Purchases still end in the present hour and the one before; few end later. */
const RECENT_HOURS = 2;
const CACHE_RECENT_MS = 15_000;
const CACHE_OLD_MS = 600_000;

/**
 * The sales of all accounts. Each hour is counted by a statement of its own and cached: 15 s while it is recent, 10 min
 * when it is old; an old hour is then counted again in the background. At a million purchases a day an hour has 42,000
 * rows and takes about 45 ms; only the first caller after a start waits for all 24.
 */
export function createServiceTotals({ db, clock, log }: Deps): ServiceTotals {
  const hours = new Map<number, Hour>();
  let reading: Promise<Point[]> | undefined;
  let refreshing = false;

  const isOlderThan = (hour: Hour, ms: number) => clock.monotonicMs() - hour.readMs >= ms;

  async function readHour(startMs: number): Promise<PurchaseSum[]> {
    const cached = hours.get(startMs);
    return cached !== undefined && (cached.settled || !isOlderThan(cached, CACHE_RECENT_MS))
      ? cached.sums
      : countHour(startMs);
  }

  /**
   * One hour after the other, and one run at a time. An hour that cannot be counted stays as it was until the next run.
   */
  async function refreshOld(): Promise<void> {
    if (refreshing) return;
    refreshing = true;
    try {
      for (const [startMs, hour] of [...hours]) if (isOlderThan(hour, CACHE_OLD_MS)) await countHour(startMs);
    } catch (error) {
      log.warn('old figures could not be counted anew', errorFields(error));
    } finally {
      refreshing = false;
    }
  }

  async function countHour(startMs: number): Promise<PurchaseSum[]> {
    const settled = clock.now().getTime() >= startMs + RECENT_HOURS * HOUR_MS;
    const sums = await sumAllPurchases(db, { since: new Date(startMs), until: new Date(startMs + HOUR_MS) });
    hours.set(startMs, { sums, readMs: clock.monotonicMs(), settled });
    return sums;
  }

  /** One hour after the other, so that a page does not take all connections from the rest of the work. */
  async function readAll(): Promise<Point[]> {
    const present = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS;
    for (const startMs of hours.keys()) if (startMs <= present - HOURS * HOUR_MS) hours.delete(startMs);
    const points: Point[] = [];
    for (let age = HOURS - 1; age >= 0; age -= 1) {
      const startMs = present - age * HOUR_MS;
      points.push(toPoint({ since: new Date(startMs) }, await readHour(startMs)));
    }
    return points;
  }

  return {
    async read() {
      reading ??= readAll().finally(() => {
        reading = undefined;
      });
      const points = await reading;
      void refreshOld();
      const now = clock.now().getTime() + LAGOS_AHEAD_MS;
      const midnight = now - (now % (24 * HOUR_MS)) - LAGOS_AHEAD_MS;
      const { refunded: _, ...today } = toDayTotals(
        [...hours].flatMap(([startMs, { sums }]) => (startMs >= midnight ? sums : [])),
      );
      return { points, today };
    },
  };
}
