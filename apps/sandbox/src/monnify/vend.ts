import { randomBytes, randomInt } from 'node:crypto';
import { tokenFormOf } from '../customers/token-forms';
import { drawKeyChangeTokens, drawToken, unitsFor } from '../customers/tokens';
import type { RecordedOutcome } from '../faults/outcomes';
import type { MonnifyKnobs } from './knobs';
import type { Product } from './products';

/** A vend that passed every check. */
export type VendRequest = {
  product: Product;
  customerId: string;
  /** Kobo. */
  amount: number;
  /** The client's `reference`; null if it sent none. */
  sentReference: string | null;
};

/** A vend that was recorded. Amounts in kobo. */
export type Vend = {
  /** The reference by which a requery finds the vend, and which the answer echoes. */
  reference: string;
  sentReference: string | null;
  transactionReference: string;
  product: Pick<Product, 'code' | 'name' | 'biller'>;
  customerId: string;
  amount: number;
  /** The debit of the wallet before the commission comes back: the amount and the fee. */
  payable: number;
  commission: number;
  grossDebit: boolean;
  status: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED';
  settlesTo: 'delivered' | 'reversed' | null;
  requeryHangs?: true;
  /** Only for a prepaid meter. */
  meter?: { token: string; unit: string; awaitsToken: boolean; keyChangeTokens?: string[] };
  /** ISO 8601, UTC. */
  at: string;
};

const STATUSES = { delivered: 'SUCCESS', pending: 'IN_PROGRESS', failed: 'FAILED' } as const;

/** Makes the vend for an outcome, at the fee and the commission of this moment. */
export function makeVend(request: VendRequest, outcome: RecordedOutcome, knobs: MonnifyKnobs, at: Date): Vend {
  const { product, customerId, amount, sentReference } = request;
  const form = tokenFormOf(customerId);
  const isOurs = knobs.reference_field === 'strict' && sentReference !== null;
  return {
    reference: isOurs ? sentReference : madeReference(customerId, at),
    sentReference,
    transactionReference: `MFBP${stampOf(at)}${randomBytes(3).toString('hex')}`,
    product: { code: product.code, name: product.name, biller: product.biller },
    customerId,
    amount,
    payable: amount + Math.round(knobs.fee * 100),
    commission: Math.round((amount * knobs.commission) / 100),
    grossDebit: knobs.gross_debit,
    status: STATUSES[outcome.records],
    settlesTo: outcome.settlesTo,
    ...(outcome.requeryHangs && { requeryHangs: true }),
    ...(product.meterType === 'prepaid' && {
      meter: {
        token: drawToken(),
        unit: unitsFor(amount / 100),
        ...(form && { keyChangeTokens: drawKeyChangeTokens(form) }),
        awaitsToken: outcome.tokenLater === true || form?.at === 'unlabelled',
      },
    }),
    at: at.toISOString(),
  };
}

/** Makes Monnify's reference for a vend that came without one, or with one under another name. */
function madeReference(customerId: string, at: Date): string {
  return `MFBP-MDR-${customerId}-${stampOf(at)}${randomBytes(2).toString('hex')}`;
}

/** YYMMDDhhmmss in Lagos, which is UTC+1 all year. */
function stampOf(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14);
}

/** Twelve digits. */
export const drawValidationReference = () => String(randomInt(10 ** 11, 10 ** 12));
