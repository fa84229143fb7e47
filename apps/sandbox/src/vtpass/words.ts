import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: 'Delivered, and says so.',
  rejected: 'Rejected with code 016 and status failed, as in a requery.',
  'pending-then-delivered': 'Pending for two requeries (SANDBOX_PENDING_REQUERIES), then delivered.',
  'pending-then-reversed': 'Pending as long, then reversed with code 040.',
  'pending-for-ever': 'Pending forever.',
  'hang-delivered': 'Delivered, but never answers.',
  'hang-unrecorded': 'Never answers; unrecorded: a requery says 015.',
  'reset-unrecorded': 'Resets the connection; unrecorded.',
  'reset-delivered': 'Delivered, then resets the connection.',
  'error-unrecorded': 'HTTP 500 with code 083; unrecorded.',
  'error-delivered': 'HTTP 500 with code 083, but delivered.',
  'html-unrecorded': 'HTTP 502 with an HTML page; unrecorded.',
  'low-float': 'Rejected with code 018, as if the float were too low; unrecorded.',
  'token-later': 'Delivered. The token or PIN comes after as many requeries as 02 waits.',
  'truncated-delivered': 'Delivered, but half of the answer is missing.',
  'not-recognised': 'Verification does not recognise it; a purchase is rejected with code 016.',
  'requery-hangs': 'Pending; a requery is never answered.',
  'failed-then-delivered': 'Delivered, and says so.',
};
