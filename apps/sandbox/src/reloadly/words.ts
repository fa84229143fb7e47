import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: 'SUCCESSFUL.',
  rejected: 'FAILED, in the list too; nothing is charged.',
  'pending-then-delivered': 'PROCESSING for two look-ups, then SUCCESSFUL.',
  'pending-then-reversed': 'PROCESSING as long, then REFUNDED.',
  'pending-for-ever': 'PROCESSING forever.',
  'hang-delivered': 'SUCCESSFUL, but never answers.',
  'hang-unrecorded': 'Never answers; unrecorded.',
  'reset-unrecorded': 'Resets the connection; unrecorded.',
  'reset-delivered': 'SUCCESSFUL, then resets the connection.',
  'error-unrecorded': 'HTTP 500 with PROVIDER_INTERNAL_ERROR; unrecorded.',
  'error-delivered': 'HTTP 500 with PROVIDER_INTERNAL_ERROR, but SUCCESSFUL.',
  'html-unrecorded': 'HTTP 502 with an HTML page; unrecorded.',
  'low-float': 'HTTP 400 with INSUFFICIENT_BALANCE; unrecorded.',
  'token-later': 'SUCCESSFUL.',
  'truncated-delivered': 'SUCCESSFUL, but half of the answer is missing.',
  'not-recognised': 'Auto-detect does not recognise it; a top-up gets INVALID_RECIPIENT_PHONE, unrecorded.',
  'requery-hangs': 'PROCESSING; a look-up by the reference or the id is never answered.',
  'failed-then-delivered': 'HTTP 400 with TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT, but SUCCESSFUL in the list.',
};
