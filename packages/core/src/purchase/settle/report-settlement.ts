import { SIMULATOR } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import type { Purchase } from '../purchase.store';
import { type Cause, type EndCause, endCauses, formatCause } from './cause';
import type { SettleRow } from './settle.store';
import type { Settlement } from './settlement';

export type SettledPurchase = Pick<
  Purchase,
  'accountId' | 'requestRef' | 'productType' | 'amountKobo' | 'provider' | 'traceparent'
>;

/** Logs and counts what the database answered to a settlement. Test purchases are not counted. */
export function reportSettlement(
  { log, observer }: { log: Log; observer: Pick<Observer, 'settled'> },
  purchase: SettledPurchase,
  settlement: Settlement,
  row: SettleRow,
): void {
  const fields = settlementFields(purchase, settlement);
  switch (row.outcome) {
    case 'settled':
      if (settlement.targetStatus !== 'open' && purchase.provider !== SIMULATOR)
        observer.settled({
          product: purchase.productType,
          targetStatus: settlement.targetStatus,
          cause: endCauseOf(settlement.cause),
          amountKobo: purchase.amountKobo,
          costKobo: 'costKobo' in settlement ? settlement.costKobo : null,
        });
      return void log.info('settled', fields);
    case 'contradiction':
      return void log.error('the provider contradicts a final status; the purchase is under review', {
        alert: 'contradiction',
        stored: row.status,
        ...fields,
      });
    case 'declined':
      return void log.warn('a settlement was refused: its basis no longer holds', fields);
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

export const settlementFields = ({ requestRef }: SettledPurchase, settlement: Settlement) => ({
  purchase: settlement.id,
  requestRef,
  targetStatus: settlement.targetStatus,
  basis: settlement.basis,
  ...(settlement.targetStatus === 'open' ? {} : { cause: formatCause(settlement.cause) }),
});

/** The cause as a label of the metrics: `other` stands for the decisions of operators. */
export const endCauseOf = ({ code }: Cause): EndCause | 'other' => endCauses.find((known) => known === code) ?? 'other';
