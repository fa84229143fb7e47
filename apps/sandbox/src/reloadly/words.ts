import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: 'SUCCESSFUL.',
  rejected: 'FAILED, in the list too; nothing is charged.',
  'pending-then-delivered': 'PROCESSING; two look-ups still say so, the next one SUCCESSFUL.',
  'pending-then-reversed': 'PROCESSING; two look-ups still say so, the next one REFUNDED.',
  'pending-for-ever': 'PROCESSING, however often it is looked up.',
  'hang-delivered': 'SUCCESSFUL, but never answers.',
  'hang-unrecorded': 'Never answers and never records the top-up.',
  'reset-unrecorded': 'Resets the connection before it records the top-up.',
  'reset-delivered': 'SUCCESSFUL, then resets the connection instead of answering.',
  'error-unrecorded': 'HTTP 500 with PROVIDER_INTERNAL_ERROR, and no top-up is recorded.',
  'error-delivered': 'HTTP 500 with PROVIDER_INTERNAL_ERROR, although the top-up is SUCCESSFUL.',
  'html-unrecorded': 'HTTP 502 with an HTML page, and no top-up is recorded.',
  'low-float': 'HTTP 400 with INSUFFICIENT_BALANCE, and no top-up is recorded.',
  'token-later': 'SUCCESSFUL.',
  'truncated-delivered': 'SUCCESSFUL, but the connection breaks in the middle of the JSON answer.',
  'not-recognised':
    'Auto-detect does not recognise it; a top-up is refused with INVALID_RECIPIENT_PHONE, and not recorded.',
  'requery-hangs': 'PROCESSING; a look-up by the reference or the id is never answered.',
  'failed-then-delivered': 'HTTP 400 with TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT, but SUCCESSFUL in the list.',
};
