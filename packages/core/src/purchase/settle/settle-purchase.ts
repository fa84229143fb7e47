import { assertNever } from '../../shared/assert-never';
import type { Clock } from '../../shared/clock';
import { databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import type { Purchase } from '../purchase.store';
import { type Cause, type EndCause, endCauses, formatCause } from './cause';
import type { SettleRow } from './settle.store';
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
 * taken it, which does no harm. When it cannot be recorded in time, it is logged, and a requery finds the outcome again.
 * @returns the statement's answer, or null when it could not be recorded
 */
export async function settlePurchase(
  deps: SettleDeps,
  purchase: Settled,
  settlement: Settlement,
): Promise<SettleRow | null> {
  const giveUpAt = deps.clock.monotonicMs() + deps.settleWithinMs;
  for (let tries = 1; ; tries += 1) {
    try {
      const row = await deps.settler.settle(settlement);
      report(deps, purchase, settlement, row);
      return row;
    } catch (error) {
      if (databaseFault(error) === 'item' || deps.clock.monotonicMs() > giveUpAt) {
        deps.log.error(
          'an outcome could not be recorded; a requery will ask for it again',
          logged(purchase, settlement),
        );
        return null;
      }
      await pause(Math.min(100 * 2 ** tries, 2_000));
    }
  }
}

type Settled = Pick<Purchase, 'requestRef' | 'productType' | 'amountKobo'>;

function report(deps: SettleDeps, purchase: Settled, settlement: Settlement, row: SettleRow): void {
  const { enqueueEvent, enqueueNotification, log } = deps;
  const { productType: product, amountKobo } = purchase;
  const fields = logged(purchase, settlement);
  if (row.eventId !== null) enqueueEvent(row.eventId);
  if (row.notificationId !== null) enqueueNotification(row.notificationId);
  switch (row.outcome) {
    case 'settled':
      if (settlement.targetStatus !== 'open')
        deps.observer.settled({
          product,
          targetStatus: settlement.targetStatus,
          cause: endCauseOf(settlement.cause),
          amountKobo,
        });
      return void log.info('settled', fields);
    case 'contradiction':
      return void log.error('the provider contradicts a final state; put up for review', {
        alert: 'contradiction',
        stored: row.status,
        ...fields,
      });
    case 'declined':
      return void log.warn('a settlement was declined: its basis does not hold any more', fields);
    case 'kept':
    case 'already_final':
    case 'unknown_purchase':
    case 'repeated':
    case 'busy':
      return;
    default:
      assertNever(row.outcome);
  }
}

const logged = ({ requestRef }: Settled, settlement: Settlement) => ({
  purchase: settlement.id,
  requestRef,
  targetStatus: settlement.targetStatus,
  basis: settlement.basis,
  ...(settlement.targetStatus === 'open' ? {} : { cause: formatCause(settlement.cause) }),
});

/** The cause as a label of the metrics: `other` stands for the decisions of operators. */
export const endCauseOf = ({ code }: Cause): EndCause | 'other' => endCauses.find((known) => known === code) ?? 'other';
