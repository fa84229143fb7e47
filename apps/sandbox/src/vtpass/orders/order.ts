import { randomInt } from 'node:crypto';
import type { RecordedOutcome } from '../../faults/outcomes';
import type { Service } from '../catalogue/services';
import { type ExamSale, newExamSale } from '../education/exam-sale';
import { type Meter, newMeter } from '../electricity/meter';

/** A `/pay` request that passed every check. */
export type Purchase = {
  requestId: string;
  service: Pick<Service, 'id' | 'productName' | 'type' | 'productId' | 'rate'>;
  recipient: string;
  /** The plan, bouquet or PIN, for a renewal that of the card. Absent for airtime, power, and in earlier files. */
  variationCode?: string | undefined;
  /** Only for electricity. */
  meterType?: Meter['type'] | undefined;
  /** How many PINs. Only for education. */
  quantity?: number | undefined;
  /** The amount charged, in the JSON type that the client sent, because `/pay` echoes that type. */
  amountAsSent: string | number;
  amountNaira: number;
  commissionNaira: number;
  /** Debited from the float: amount minus commission. */
  totalNaira: number;
};

/** A purchase that was recorded. */
export type Order = Omit<Purchase, 'meterType'> & {
  status: 'delivered' | 'pending' | 'failed' | 'reversed';
  settlesTo: 'delivered' | 'reversed' | null;
  /** A requery of it is never answered. */
  requeryHangs?: true;
  transactionId: string;
  /** Only for electricity. */
  meter?: Meter | undefined;
  /** Only for education. */
  exam?: ExamSale | undefined;
  /** ISO 8601, UTC. */
  at: string;
};

/** Binary floats on purpose: ₦20 of MTN earns 0.7000000000000001, exactly as in VTpass's own sample. */
export function priceOf(service: Service, amountNaira: number): { commissionNaira: number; totalNaira: number } {
  const commissionNaira = amountNaira * (Number(service.rate) / 100);
  return { commissionNaira, totalNaira: amountNaira - commissionNaira };
}

/** Makes the order for an outcome. Its transaction id has 26 digits like VTpass's: 13 of the time in ms, 13 random. */
export function makeOrder(bought: Purchase, outcome: RecordedOutcome, at: Date): Order {
  const { meterType, ...purchase } = bought;
  const { service, recipient, quantity } = purchase;
  const tokenLater = outcome.tokenLater === true;
  return {
    ...purchase,
    status: outcome.records,
    settlesTo: outcome.settlesTo,
    ...(outcome.requeryHangs && { requeryHangs: true }),
    transactionId: `${at.getTime()}${String(randomInt(10 ** 13)).padStart(13, '0')}`,
    ...(meterType !== undefined && { meter: newMeter(service.id, meterType, recipient, tokenLater) }),
    ...(quantity !== undefined && { exam: newExamSale(service.id, quantity, tokenLater) }),
    at: at.toISOString(),
  };
}
