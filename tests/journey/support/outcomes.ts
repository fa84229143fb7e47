import type { PurchaseRow } from '@topup/testkit';
import type { Product } from './products';

/** The required end of a purchase when the provider does `outcome`. */
export type Expected = {
  product: Product;
  /** The two digits of the outcome in a number. */
  number: string;
  /** Its name in the sandbox's record, which proves that it happened. */
  outcome: string;
  /** The guarantee that the test shows, for its title. */
  guarantee: string;
  /** HTTP status of the purchase, and of a status query at the end. */
  answers: [200 | 202 | 424, 200 | 202 | 424];
  state: PurchaseRow['status'];
  cause: string;
  vends: 0 | 1;
  /** Event and status, in their order. */
  events: string[];
  /** It was refunded only because the provider repeated "no such order". */
  byRule?: true;
  /** It stays open, under review. */
  review?: true;
};

type EventStatus = 'success' | 'failed' | 'pending';
type Result = Pick<Expected, 'answers' | 'state' | 'cause' | 'vends' | 'byRule' | 'review'> & {
  statuses: EventStatus[];
};
type Row = Pick<Expected, 'number' | 'outcome' | 'guarantee'> & { result: Result };

const DELIVERED: Result = {
  answers: [200, 200],
  state: 'success',
  cause: 'provider_delivered',
  vends: 1,
  statuses: ['success'],
};
const DELIVERED_LATE: Result = { ...DELIVERED, answers: [202, 200], statuses: ['pending', 'success'] };
const REJECTED: Result = {
  answers: [424, 424],
  state: 'failed',
  cause: 'provider_rejected_016',
  vends: 0,
  statuses: ['failed'],
};
const REVERSED: Result = {
  ...REJECTED,
  answers: [202, 424],
  cause: 'provider_reversed_040',
  statuses: ['pending', 'failed'],
};
const NEVER_HAD_IT: Result = { ...REVERSED, cause: 'provider_never_had_it', byRule: true };
const OPEN: Result = {
  answers: [202, 202],
  state: 'pending',
  cause: 'client_told_pending',
  vends: 0,
  statuses: ['pending'],
  review: true,
};

const ROWS: Row[] = [
  { number: '00', outcome: 'delivered', result: DELIVERED, guarantee: 'it is delivered' },
  { number: '01', outcome: 'rejected', result: REJECTED, guarantee: 'it is refunded' },
  {
    number: '02',
    outcome: 'pending-then-delivered',
    result: DELIVERED_LATE,
    guarantee: 'a late delivery is a success and announced',
  },
  { number: '03', outcome: 'pending-then-reversed', result: REVERSED, guarantee: 'a late reversal is refunded' },
  {
    number: '04',
    outcome: 'pending-for-ever',
    result: OPEN,
    guarantee: 'it is never refunded by age',
  },
  {
    number: '05',
    outcome: 'hang-delivered',
    result: DELIVERED_LATE,
    guarantee: 'silence after a delivery is a success',
  },
  {
    number: '06',
    outcome: 'hang-unrecorded',
    result: NEVER_HAD_IT,
    guarantee: 'silence is refunded after three denials',
  },
  {
    number: '07',
    outcome: 'reset-unrecorded',
    result: NEVER_HAD_IT,
    guarantee: 'a reset is refunded after three denials',
  },
  {
    number: '08',
    outcome: 'reset-delivered',
    result: DELIVERED_LATE,
    guarantee: 'a reset after a delivery is a success',
  },
  {
    number: '09',
    outcome: 'error-unrecorded',
    result: NEVER_HAD_IT,
    guarantee: 'a 500 is refunded after three denials',
  },
  {
    number: '10',
    outcome: 'error-delivered',
    result: DELIVERED_LATE,
    guarantee: 'a 500 after a delivery is a success',
  },
  {
    number: '11',
    outcome: 'html-unrecorded',
    result: NEVER_HAD_IT,
    guarantee: 'a proxy’s page is no answer of the provider',
  },
  {
    number: '12',
    outcome: 'low-float',
    result: { ...REJECTED, cause: 'provider_rejected_018' },
    guarantee: 'an empty float is refunded',
  },
  { number: '13', outcome: 'token-later', result: DELIVERED, guarantee: 'without a token it is a success at once' },
  {
    number: '14',
    outcome: 'truncated-delivered',
    result: DELIVERED_LATE,
    guarantee: 'half an answer about a delivery is a success',
  },
  { number: '15', outcome: 'not-recognised', result: REJECTED, guarantee: 'a wrong number is refunded' },
];

const TOKEN_LATER: Row = {
  number: '13',
  outcome: 'token-later',
  result: DELIVERED_LATE,
  guarantee: 'a delivery waits for its token',
};

/** Every outcome of a product. What the provider's first answer does not decide is known after the window. */
export function afterTheWindow(product: Product): Expected[] {
  const rows = ['prepaid electricity', 'exam PIN'].includes(product.title)
    ? ROWS.map((row) => (row.number === '13' ? TOKEN_LATER : row))
    : ROWS;
  return rows.map(({ result: { statuses, ...result }, ...row }) => ({
    product,
    ...row,
    ...result,
    events: eventsOf(product, statuses),
  }));
}

const RISKY = ['02', '05', '06', '07', '08', '10', '13', '14'];

/**
 * The outcomes in which a second send or an early refund would be wrong, known inside the window of airtime and data:
 * the answer is final and there is no pending event. For a synchronous product, the one call gives the answer.
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
function eventsOf({ productType, synchronous }: Product, statuses: EventStatus[]): string[] {
  if (synchronous) return [];
  const announced = productType === 'DATA' ? statuses.filter((each) => each !== 'pending') : statuses;
  return announced.map((each) => `${productType.toLowerCase()}.purchase.${each} ${each}`);
}
