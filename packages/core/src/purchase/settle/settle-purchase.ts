import { products } from '../../product/products';
import { SIMULATOR } from '../../provider/provider.port';
import { type Clock, stopwatch } from '../../shared/clock';
import { databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import { reasonOf } from '../../shared/scheduler';
import type { ReservedDelivery } from '../../webhook/webhook-scheduler';
import { reportSettlement, type SettledPurchase, settlementFields } from './report-settlement';
import type { Settlement } from './settlement';
import type { Settler } from './settler';

export type SettleDeps = {
  settler: Settler;
  /** Enqueues an event that was written with the settlement. `requestId` is for the log. */
  enqueueEvent: (eventId: string, requestId?: string) => void;
  /**
   * Reserves the delivery of an event that a settlement is about to write, or null when it has to wait. Undefined in a
   * process that delivers no events.
   */
  reserveDelivery?: ((accountId: string, requestId?: string) => ReservedDelivery | null) | undefined;
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
 * again. The event is sent at once when its delivery could be reserved, and is queued otherwise.
 * @throws what the log, a metric or a queue throws after it was recorded
 */
export async function settlePurchase(
  deps: SettleDeps,
  purchase: SettledPurchase,
  settlement: Settlement,
): Promise<void> {
  const delivery = emitsEvent(purchase, settlement) ? reserve(deps, purchase) : null;
  const recorded = await record(deps, delivery === null ? settlement : { ...settlement, delivery });
  if (recorded === null) {
    delivery?.giveBack({ mayBeClaimed: true });
    deps.log.error(
      'an outcome could not be recorded; a requery will ask for it again',
      settlementFields(purchase, settlement),
    );
    return;
  }
  const { row, repeated, elapsedMs } = recorded;
  if (delivery !== null && row.delivery !== null) {
    const message = settlement.targetStatus === 'open' ? '' : settlement.message;
    const mode = purchase.provider === SIMULATOR ? 'test' : 'live';
    delivery.send({ ...purchase, ...row.delivery, mode, purchaseId: settlement.id, details: message }, elapsedMs);
  } else {
    // after a lost answer the event may have been written as claimed, and only this process knows that it was not sent
    delivery?.giveBack({ mayBeClaimed: repeated && row.eventId === null });
    if (row.eventId !== null) deps.enqueueEvent(row.eventId);
  }
  if (row.notificationId !== null) deps.enqueueNotification(row.notificationId);
  reportSettlement(deps, purchase, settlement, row);
}

/** Whether the settlement may write an event: when it ends the purchase, and its product has events. */
const emitsEvent = ({ productType }: SettledPurchase, { targetStatus }: Settlement): boolean =>
  targetStatus !== 'open' && products[productType].events.length > 0;

/** Null also when it fails: a fault of events must not keep an outcome from being recorded. */
function reserve({ reserveDelivery, log }: SettleDeps, { accountId, requestRef }: SettledPurchase) {
  try {
    return reserveDelivery?.(accountId) ?? null;
  } catch (error) {
    log.warn('the delivery of an event was not reserved', { requestRef, reason: reasonOf(error) });
    return null;
  }
}

/** Null when it could not be recorded in time. `elapsedMs`: since before the statement that recorded it. */
async function record({ settler, clock, settleWithinMs }: SettleDeps, request: Parameters<Settler['settle']>[0]) {
  const giveUpAt = clock.monotonicMs() + settleWithinMs;
  for (let tries = 1; ; tries += 1) {
    const elapsedMs = stopwatch(clock);
    try {
      return { row: await settler.settle(request), repeated: tries > 1, elapsedMs };
    } catch (error) {
      if (databaseFault(error) === 'item' || clock.monotonicMs() > giveUpAt) return null;
      await pause(Math.min(100 * 2 ** tries, 2_000));
    }
  }
}
