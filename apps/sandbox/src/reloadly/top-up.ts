import type { RecordedOutcome } from '../faults/outcomes';
import type { ReloadlyKnobs } from './knobs';
import { type Currency, UNITS } from './money';
import type { Operator } from './operators';

/** A top-up that passed every check. Amounts in the units of `money.ts`. */
export type TopUpRequest = {
  operator: Operator;
  /** In the national form. */
  phone: string;
  customIdentifier: string | null;
  /** The requested amount, in the currency of the request, and the same amount in naira. */
  requested: number;
  requestedCurrency: Currency;
  naira: number;
  /** In the wallet's currency. */
  discount: number;
  cost: number;
};

/** A top-up that was recorded. */
export type TopUp = Omit<TopUpRequest, 'operator'> & {
  transactionId: number;
  operatorId: number;
  operatorName: string;
  currency: Currency;
  /** Of the wallet, before it was charged. */
  oldBalance: number;
  status: 'PROCESSING' | 'SUCCESSFUL' | 'REFUNDED' | 'FAILED';
  settlesTo: 'delivered' | 'reversed' | null;
  /** When it settles automatically, ISO 8601; null: when somebody looks it up, or never. */
  dueAt: string | null;
  requeryHangs?: true;
  /** ISO 8601, UTC. */
  at: string;
};

const STATUSES = { delivered: 'SUCCESSFUL', pending: 'PROCESSING', failed: 'FAILED' } as const;

/** Computes the charge: the amount in the wallet's currency less the discount in percent, with five decimals. */
export function costOf(amount: number, discountPercent: number): { discount: number; cost: number } {
  const discount = Math.round((amount * discountPercent) / 100);
  return { discount, cost: amount - discount };
}

/**
 * Makes the top-up for an outcome.
 * @param isAsync it is PROCESSING first, whatever becomes of it
 */
export function makeTopUp(
  { operator, ...request }: TopUpRequest,
  outcome: RecordedOutcome,
  place: { transactionId: number; oldBalance: number; isAsync: boolean; knobs: ReloadlyKnobs; at: Date },
): TopUp {
  const { transactionId, oldBalance, isAsync, knobs, at } = place;
  return {
    ...request,
    transactionId,
    operatorId: operator.id,
    operatorName: operator.name,
    currency: knobs.currency,
    oldBalance,
    ...stateOf(outcome, isAsync, knobs, at),
    ...(outcome.requeryHangs && { requeryHangs: true }),
    at: at.toISOString(),
  };
}

function stateOf(
  { records, settlesTo }: RecordedOutcome,
  isAsync: boolean,
  { refund_after, async_delay_ms }: ReloadlyKnobs,
  at: Date,
): Pick<TopUp, 'status' | 'settlesTo' | 'dueAt'> {
  const later = (ms: number) => new Date(at.getTime() + ms).toISOString();
  if (records === 'delivered' && refund_after !== null)
    return { status: 'PROCESSING', settlesTo: 'reversed', dueAt: later(refund_after * 1000) };
  if (records === 'pending' || !isAsync) return { status: STATUSES[records], settlesTo, dueAt: null };
  const end = records === 'delivered' ? 'delivered' : 'reversed';
  return { status: 'PROCESSING', settlesTo: end, dueAt: later(async_delay_ms) };
}

/** Naira as a number, for the ledger. */
export const nairaOf = ({ naira }: Pick<TopUp, 'naira'>) => naira / UNITS;
