import type { PurchaseRow } from '@topup/testkit';

/** What must become of a purchase at a provider that does `outcome`. */
export type Expected = {
  /** The outcome's two digits in a phone number. */
  number: string;
  /** Its name in the sandbox's own record, which proves that it happened. */
  outcome: string;
  /** What would go wrong in production if it did not become of it. */
  danger: string;
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

const SUCCESS = 'airtime.purchase.success success';
const FAILED = 'airtime.purchase.failed failed';
const PENDING = 'airtime.purchase.pending pending';

type Rest = Omit<Expected, 'number' | 'outcome' | 'danger'>;

const DELIVERED: Rest = { answers: [200, 200], state: 'success', cause: 'provider_delivered', vends: 1, events: [SUCCESS] };
const DELIVERED_LATE: Rest = { ...DELIVERED, answers: [202, 200], events: [PENDING, SUCCESS] };
const REJECTED: Rest = { answers: [424, 424], state: 'failed', cause: 'provider_rejected_016', vends: 0, events: [FAILED] };
const REVERSED: Rest = { ...REJECTED, answers: [202, 424], cause: 'provider_reversed_040', events: [PENDING, FAILED] };
const NEVER_HAD_IT: Rest = { ...REVERSED, cause: 'provider_never_had_it', byRule: true };
const OPEN: Rest = { answers: [202, 202], state: 'pending', cause: 'client_told_pending', vends: 0, events: [PENDING], review: true };

/** Every outcome that airtime can have, where what takes longer than one answer of the provider also takes longer than the client waits. */
export const AFTER_THE_WINDOW: Expected[] = [
  { number: '00', outcome: 'delivered', ...DELIVERED, danger: 'an ordinary purchase fails' },
  { number: '01', outcome: 'rejected', ...REJECTED, danger: 'a rejected purchase keeps the money' },
  { number: '02', outcome: 'pending-then-delivered', ...DELIVERED_LATE, danger: 'a late delivery is refunded, or never told' },
  { number: '03', outcome: 'pending-then-reversed', ...REVERSED, danger: 'a late reversal keeps the money' },
  { number: '04', outcome: 'pending-for-ever', ...OPEN, danger: 'age alone gives money back that the provider may yet earn' },
  { number: '05', outcome: 'hang-delivered', ...DELIVERED_LATE, danger: 'silence after a delivery is refunded' },
  { number: '06', outcome: 'hang-unrecorded', ...NEVER_HAD_IT, danger: 'silence is taken for proof that nothing arrived, or for ever' },
  { number: '07', outcome: 'reset-unrecorded', ...NEVER_HAD_IT, danger: 'a reset is taken for proof that nothing arrived' },
  { number: '08', outcome: 'reset-delivered', ...DELIVERED_LATE, danger: 'a reset after a delivery is refunded' },
  { number: '09', outcome: 'error-unrecorded', ...NEVER_HAD_IT, danger: 'a 500 is taken for a rejection' },
  { number: '10', outcome: 'error-delivered', ...DELIVERED_LATE, danger: 'a 500 after a delivery is refunded' },
  { number: '11', outcome: 'html-unrecorded', ...NEVER_HAD_IT, danger: 'a proxy’s page is taken for the provider’s word' },
  { number: '12', outcome: 'low-float', ...REJECTED, cause: 'provider_rejected_018', danger: 'customers pay for our empty float' },
  { number: '14', outcome: 'truncated-delivered', ...DELIVERED_LATE, danger: 'half an answer about a delivery is refunded' },
];

const RISKY = ['02', '05', '06', '07', '08', '10', '14'];

/** Those where a second send or an early refund tempts, settled while the client still waits: it hears the end at once, and of no pending. */
export const WITHIN_THE_WINDOW: Expected[] = AFTER_THE_WINDOW.filter(({ number }) => RISKY.includes(number)).map((row) => {
  const [, last] = row.answers;
  return { ...row, answers: [last, last], events: row.events.filter((event) => event !== PENDING) };
});
