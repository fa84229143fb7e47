import type { PurchaseRow } from '@topup/testkit';
import type { Product } from './products';

/** What must become of a purchase at a provider that does `outcome`. */
export type Expected = {
  product: Product;
  /** The outcome's two digits in a number. */
  number: string;
  /** Its name in the sandbox's own record, which proves that it happened. */
  outcome: string;
  /** What would go wrong in production if it did not become of it. */
  hazard: string;
  /** HTTP status of the purchase itself, and of a status query at the very end. */
  answers: [200 | 202 | 424, 200 | 202 | 424];
  state: PurchaseRow['status'];
  cause: string;
  vends: 0 | 1;
  /** Event and status, in order. */
  events: string[];
  /** The money went back on nothing but the provider's repeated "no such order". */
  byRule?: true;
  /** It stays open until a person decides. */
  review?: true;
};

type Happening = 'success' | 'failed' | 'pending';
type Fate = Pick<Expected, 'answers' | 'state' | 'cause' | 'vends' | 'byRule' | 'review'> & { happens: Happening[] };
type Row = Pick<Expected, 'number' | 'outcome' | 'hazard'> & { fate: Fate };

const DELIVERED: Fate = {
  answers: [200, 200],
  state: 'success',
  cause: 'provider_delivered',
  vends: 1,
  happens: ['success'],
};
const DELIVERED_LATE: Fate = { ...DELIVERED, answers: [202, 200], happens: ['pending', 'success'] };
const REJECTED: Fate = {
  answers: [424, 424],
  state: 'failed',
  cause: 'provider_rejected_016',
  vends: 0,
  happens: ['failed'],
};
const REVERSED: Fate = {
  ...REJECTED,
  answers: [202, 424],
  cause: 'provider_reversed_040',
  happens: ['pending', 'failed'],
};
const NEVER_HAD_IT: Fate = { ...REVERSED, cause: 'provider_never_had_it', byRule: true };
const OPEN: Fate = {
  answers: [202, 202],
  state: 'pending',
  cause: 'client_told_pending',
  vends: 0,
  happens: ['pending'],
  review: true,
};

const ROWS: Row[] = [
  { number: '00', outcome: 'delivered', fate: DELIVERED, hazard: 'an ordinary purchase fails' },
  { number: '01', outcome: 'rejected', fate: REJECTED, hazard: 'a rejected purchase keeps the money' },
  {
    number: '02',
    outcome: 'pending-then-delivered',
    fate: DELIVERED_LATE,
    hazard: 'a late delivery is refunded, or never told',
  },
  { number: '03', outcome: 'pending-then-reversed', fate: REVERSED, hazard: 'a late reversal keeps the money' },
  {
    number: '04',
    outcome: 'pending-for-ever',
    fate: OPEN,
    hazard: 'age alone gives money back that the provider may yet earn',
  },
  { number: '05', outcome: 'hang-delivered', fate: DELIVERED_LATE, hazard: 'silence after a delivery is refunded' },
  {
    number: '06',
    outcome: 'hang-unrecorded',
    fate: NEVER_HAD_IT,
    hazard: 'silence is taken for proof that nothing arrived, or for ever',
  },
  {
    number: '07',
    outcome: 'reset-unrecorded',
    fate: NEVER_HAD_IT,
    hazard: 'a reset is taken for proof that nothing arrived',
  },
  { number: '08', outcome: 'reset-delivered', fate: DELIVERED_LATE, hazard: 'a reset after a delivery is refunded' },
  { number: '09', outcome: 'error-unrecorded', fate: NEVER_HAD_IT, hazard: 'a 500 is taken for a rejection' },
  { number: '10', outcome: 'error-delivered', fate: DELIVERED_LATE, hazard: 'a 500 after a delivery is refunded' },
  {
    number: '11',
    outcome: 'html-unrecorded',
    fate: NEVER_HAD_IT,
    hazard: 'a proxy’s page is taken for the provider’s word',
  },
  {
    number: '12',
    outcome: 'low-float',
    fate: { ...REJECTED, cause: 'provider_rejected_018' },
    hazard: 'customers pay for our empty float',
  },
  { number: '13', outcome: 'token-later', fate: DELIVERED, hazard: 'what has no token waits for one' },
  {
    number: '14',
    outcome: 'truncated-delivered',
    fate: DELIVERED_LATE,
    hazard: 'half an answer about a delivery is refunded',
  },
  { number: '15', outcome: 'not-recognised', fate: REJECTED, hazard: 'a wrong number keeps the money' },
];

const TOKEN_LATER: Row = {
  number: '13',
  outcome: 'token-later',
  fate: DELIVERED_LATE,
  hazard: 'a delivery without its token is refunded',
};

/** Every outcome that a product can have, where what takes longer than one answer of the provider also takes longer than the client waits. */
export function afterTheWindow(product: Product): Expected[] {
  const rows =
    product.title === 'prepaid electricity' ? ROWS.map((row) => (row.number === '13' ? TOKEN_LATER : row)) : ROWS;
  return rows.map(({ fate: { happens, ...fate }, ...row }) => ({
    product,
    ...row,
    ...fate,
    events: eventsOf(product, happens),
  }));
}

const RISKY = ['02', '05', '06', '07', '08', '10', '13', '14'];

/**
 * Those where a second send or an early refund tempts, settled while the client of airtime or data still waits: it hears the end at once, and of no pending.
 * A synchronous product is answered by what the one call said, however soon a requery knows more.
 */
export function withinTheWindow(product: Product): Expected[] {
  const risky = afterTheWindow(product).filter(({ number }) => RISKY.includes(number));
  if (product.synchronous) return risky;
  return risky.map((row) => ({
    ...row,
    answers: [row.answers[1], row.answers[1]],
    events: row.events.filter((event) => !event.endsWith('pending')),
  }));
}

/** Cable TV and electricity have none, and data none while it is pending. */
function eventsOf({ productType, synchronous }: Product, happens: Happening[]): string[] {
  if (synchronous) return [];
  const told = productType === 'DATA' ? happens.filter((each) => each !== 'pending') : happens;
  return told.map((each) => `${productType.toLowerCase()}.purchase.${each} ${each}`);
}
