import { randomInt } from 'node:crypto';
import type { RecordedOutcome } from './outcomes';
import type { Service } from './services';

/** A request that passed every check. `amountAsSent` keeps its JSON type, because `/pay` echoes it. */
export type Purchase = {
  requestId: string;
  service: Service;
  recipient: string;
  amountAsSent: string | number;
  amountNaira: number;
  commissionNaira: number;
  /** What the float pays: amount less commission. */
  totalNaira: number;
};

/** A purchase that was placed. */
export type Order = Purchase & {
  status: 'delivered' | 'pending' | 'failed' | 'reversed';
  settlesTo: 'delivered' | 'reversed' | null;
  transactionId: string;
  /** ISO 8601, UTC. */
  at: string;
};

/** Binary floats on purpose: ₦20 of MTN earns 0.7000000000000001, to the last digit what VTpass's own sample shows. */
export function priceOf(service: Service, amountNaira: number): { commissionNaira: number; totalNaira: number } {
  const commissionNaira = amountNaira * (Number(service.rate) / 100);
  return { commissionNaira, totalNaira: amountNaira - commissionNaira };
}

/** Makes the order that an outcome asks for. Its transaction id has 26 digits like VTpass's: the milliseconds, then 13 at random. */
export function makeOrder(purchase: Purchase, outcome: RecordedOutcome, at: Date): Order {
  return {
    ...purchase,
    status: outcome.records,
    settlesTo: outcome.settlesTo,
    transactionId: `${at.getTime()}${String(randomInt(10 ** 13)).padStart(13, '0')}`,
    at: at.toISOString(),
  };
}
