import { assertNever } from '../../shared/assert-never';
import { type Batcher, createBatcher } from '../../shared/batcher';
import type { Clock } from '../../shared/clock';
import { type Db, databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import type { Purchase } from '../purchase.store';
import { type Cause, type EndCause, endCauses, formatCause } from './cause';
import { type SettleRow, settlePurchases } from './settle.store';
import type { Settlement } from './settlement';

export type Settler = {
  settle(settlement: Settlement): Promise<SettleRow>;
  /** Resolves when no settle is waiting or under way. */
  idle(): Promise<void>;
};

export type SettleDeps = {
  settler: Settler;
  /** Wakes a worker for an event that was written along; a hint that may get lost. `requestId` is for the log. */
  enqueueEvent: (eventId: string, requestId?: string) => void;
  /** The same for a message to the customer. */
  enqueueNotification: (notificationId: string, requestId?: string) => void;
  clock: Clock;
  log: Log;
  observer: Pick<Observer, 'settled'>;
  /** How long to keep trying against an absent database: about what is left of the lease. */
  settleWithinMs: number;
};

/**
 * Records what became of a purchase: state, refund and event in one statement, repeated until the database has taken it. Repeating is harmless, as is a
 * second settle of the same purchase. When it cannot be recorded in time it is logged, and a requery will find it out again.
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

/** For metrics, which have one series for each: an operator's decisions are not told apart there. */
export const endCauseOf = ({ code }: Cause): EndCause | 'other' => endCauses.find((known) => known === code) ?? 'other';

const MAX_ITEMS = 256;

/** Batches settles. One that needs a locked wallet, or a purchase that is in the batch already, goes again by itself and waits. */
export function createSettler(db: Db): Settler {
  const lane = (wait: boolean): Batcher<Settlement, SettleRow> =>
    createBatcher({ maxItems: MAX_ITEMS, run: (items) => settleAll(db, items, wait) });
  const quick = lane(false);
  const patient = lane(true);

  async function settle(settlement: Settlement): Promise<SettleRow> {
    const row = await quick.submit(settlement);
    return row.outcome === 'busy' || row.outcome === 'repeated' ? patient.submit(settlement) : row;
  }
  return {
    settle,
    idle: async () => {
      await quick.idle();
      await patient.idle();
    },
  };
}

/** A poisoned item must not fail its neighbours. */
async function settleAll(db: Db, items: Settlement[], wait: boolean): Promise<(SettleRow | Error)[]> {
  try {
    return await settlePurchases(db, items, { wait });
  } catch (error) {
    if (items.length === 1 || databaseFault(error) !== 'item') throw error;
    const results: (SettleRow | Error)[] = [];
    for (const item of items) results.push(...(await settleAll(db, [item], wait).catch((cause: Error) => [cause])));
    return results;
  }
}
