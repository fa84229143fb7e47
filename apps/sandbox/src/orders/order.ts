import { randomInt } from 'node:crypto';
import type { Service } from '../catalogue/services';
import { type Meter, newMeter } from '../electricity/meter';
import type { RecordedOutcome } from '../faults/outcomes';

/** A request that passed every check. */
export type Purchase = {
  requestId: string;
  service: Pick<Service, 'id' | 'productName' | 'type' | 'productId' | 'rate'>;
  recipient: string;
  /** The bought plan or bouquet; absent for airtime, power, a renewal, and in files of earlier versions. */
  variationCode?: string | undefined;
  /** Absent for all but power. */
  meterType?: Meter['type'] | undefined;
  /** What is charged, in the JSON type that the amount was sent in, because `/pay` echoes that. */
  amountAsSent: string | number;
  amountNaira: number;
  commissionNaira: number;
  /** What the float pays: amount less commission. */
  totalNaira: number;
};

/** A purchase that was placed. */
export type Order = Omit<Purchase, 'meterType'> & {
  status: 'delivered' | 'pending' | 'failed' | 'reversed';
  settlesTo: 'delivered' | 'reversed' | null;
  transactionId: string;
  /** Absent for all but power. */
  meter?: Meter | undefined;
  /** ISO 8601, UTC. */
  at: string;
};

/** Binary floats on purpose: ₦20 of MTN earns 0.7000000000000001, to the last digit what VTpass's own sample shows. */
export function priceOf(service: Service, amountNaira: number): { commissionNaira: number; totalNaira: number } {
  const commissionNaira = amountNaira * (Number(service.rate) / 100);
  return { commissionNaira, totalNaira: amountNaira - commissionNaira };
}

/** Makes the order that an outcome asks for. Its transaction id has 26 digits like VTpass's: the milliseconds, then 13 at random. */
export function makeOrder({ meterType, ...purchase }: Purchase, outcome: RecordedOutcome, at: Date): Order {
  return {
    ...purchase,
    status: outcome.records,
    settlesTo: outcome.settlesTo,
    transactionId: `${at.getTime()}${String(randomInt(10 ** 13)).padStart(13, '0')}`,
    meter: meterType && newMeter(purchase.service.id, meterType, outcome.tokenLater === true),
    at: at.toISOString(),
  };
}
