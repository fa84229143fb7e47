import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: 'Delivered, and says so.',
  rejected: 'Rejected with code 016 and status failed; a requery says the same.',
  'pending-then-delivered': 'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one delivers.',
  'pending-then-reversed':
    'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one reverses it with code 040.',
  'pending-for-ever': 'Pending, however often it is requeried.',
  'hang-delivered': 'Delivered, but never answers: the connection stays open until the caller leaves.',
  'hang-unrecorded': 'Never answers and never records the order: a requery says 015.',
  'reset-unrecorded': 'Resets the connection before it records the order: a requery says 015.',
  'reset-delivered': 'Delivered, then resets the connection instead of answering.',
  'error-unrecorded': 'HTTP 500 with code 083, and the order is not recorded: a requery says 015.',
  'error-delivered': 'HTTP 500 with code 083, although the order was delivered.',
  'html-unrecorded': 'HTTP 502 with an HTML page, and the order is not recorded: a requery says 015.',
  'low-float': 'Rejected with code 018, as if the float were too low; a requery says 015.',
  'token-later':
    'Delivered, and says so; for a prepaid meter without its token, for an exam without its PIN, which two requeries (SANDBOX_PENDING_REQUERIES) still lack and the next one brings.',
  'truncated-delivered': 'Delivered, but the connection breaks in the middle of the JSON answer.',
  'not-recognised': 'Verification does not recognise it; a purchase is rejected with code 016.',
  'requery-hangs': 'Pending; a requery is never answered.',
  'failed-then-delivered': 'Delivered, and says so.',
};
