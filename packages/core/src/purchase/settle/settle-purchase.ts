import type { Clock } from '../../shared/clock';
import { databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import { reportSettlement, type SettledPurchase, settlementFields } from './report-settlement';
import type { SettleRow } from './settle.store';
import type { Settlement } from './settlement';
import type { Settler } from './settler';

export type SettleDeps = {
  settler: Settler;
  /** Says that this event can be read now. `accountId`: whose it is, if known. `requestId`: for the log. */
  enqueueEvent: (event: { id: string; accountId?: string }, requestId?: string) => void;
  /** The same for a notification. */
  enqueueNotification: (notificationId: string, requestId?: string) => void;
  clock: Clock;
  log: Log;
  observer: Pick<Observer, 'settled'>;
  /** How long to keep trying while the database is away: about the rest of the lease. */
  settleWithinMs: number;
};

/**
 * Records status, refund and event, in one statement that may be repeated. When the database does not take it in time,
 * a requery finds the outcome again.
 * @throws what the log, a metric or a queue throws after it was recorded
 */
export async function settlePurchase(
  deps: SettleDeps,
  purchase: SettledPurchase,
  settlement: Settlement,
): Promise<void> {
  const row = await record(deps, settlement);
  if (row === null) {
    deps.log.error('an outcome could not be recorded; a requery asks again', settlementFields(purchase, settlement));
    return;
  }
  if (row.eventId !== null) deps.enqueueEvent({ id: row.eventId, accountId: purchase.accountId });
  if (row.notificationId !== null) deps.enqueueNotification(row.notificationId);
  reportSettlement(deps, purchase, settlement, row);
}

/** Null when it could not be recorded in time. */
async function record(
  { settler, clock, settleWithinMs }: SettleDeps,
  settlement: Settlement,
): Promise<SettleRow | null> {
  const giveUpAt = clock.monotonicMs() + settleWithinMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await settler.settle(settlement);
    } catch (error) {
      if (databaseFault(error) === 'item' || clock.monotonicMs() > giveUpAt) return null;
      await pause(Math.min(100 * 2 ** tries, 2_000));
    }
  }
}
