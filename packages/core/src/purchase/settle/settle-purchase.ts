import type { Clock } from '../../shared/clock';
import { databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import { type SettledState, settledState } from '../wait/waiting.store';
import { reportSettlement, type SettledPurchase, settlementFields } from './report-settlement';
import type { Settlement } from './settlement';
import type { Settler } from './settler';

export type SettleDeps = {
  settler: Settler;
  /** Enqueues an event that was written with the settlement. `requestId` is for the log. */
  enqueueEvent: (eventId: string, requestId?: string) => void;
  /** The same for a notification. */
  enqueueNotification: (notificationId: string, requestId?: string) => void;
  clock: Clock;
  log: Log;
  observer: Pick<Observer, 'settled'>;
  /** How long to keep trying while the database is away: about the rest of the lease. */
  settleWithinMs: number;
};

/**
 * Records what became of a purchase: status, refund and event, in one statement. It is repeated until the database has
 * taken it, which does no harm. When it cannot be recorded in time, it is logged, and a requery finds the outcome
 * again.
 * @returns what a waiting client can be answered with; null when only the row can say it
 */
export async function settlePurchase(
  deps: SettleDeps,
  purchase: SettledPurchase,
  settlement: Settlement,
): Promise<SettledState | null> {
  const giveUpAt = deps.clock.monotonicMs() + deps.settleWithinMs;
  for (let tries = 1; ; tries += 1) {
    try {
      const row = await deps.settler.settle(settlement);
      if (row.eventId !== null) deps.enqueueEvent(row.eventId);
      if (row.notificationId !== null) deps.enqueueNotification(row.notificationId);
      reportSettlement(deps, purchase, settlement, row);
      return settledState(settlement, row);
    } catch (error) {
      if (databaseFault(error) === 'item' || deps.clock.monotonicMs() > giveUpAt) {
        deps.log.error(
          'an outcome could not be recorded; a requery will ask for it again',
          settlementFields(purchase, settlement),
        );
        return null;
      }
      await pause(Math.min(100 * 2 ** tries, 2_000));
    }
  }
}
