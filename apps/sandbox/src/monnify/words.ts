import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: '`vendStatus` SUCCESS.',
  rejected: '`vendStatus` FAILED, as in a requery; nothing is charged.',
  'pending-then-delivered': 'IN_PROGRESS for two requeries, then SUCCESS.',
  'pending-then-reversed': 'IN_PROGRESS as long, then FAILED, with the charge back as one more credit.',
  'pending-for-ever': 'IN_PROGRESS forever.',
  'hang-delivered': 'SUCCESS, but never answers.',
  'hang-unrecorded': 'Never answers; unrecorded.',
  'reset-unrecorded': 'Resets the connection; unrecorded.',
  'reset-delivered': 'SUCCESS, then resets the connection.',
  'error-unrecorded': 'HTTP 500 with code 99; unrecorded.',
  'error-delivered': 'HTTP 500 with code 99, but SUCCESS.',
  'html-unrecorded': 'HTTP 502 with an HTML page; unrecorded.',
  'low-float': 'Code 99 with the text of an empty wallet; unrecorded.',
  'token-later': 'SUCCESS. `metaData` of a prepaid meter comes after two requeries.',
  'truncated-delivered': 'SUCCESS, but half of the answer is missing.',
  'not-recognised': '`validate-customer` does not recognise it; a vend is FAILED.',
  'requery-hangs': 'IN_PROGRESS; a requery is never answered.',
  'failed-then-delivered': 'FAILED in the answer, SUCCESS in every requery.',
};
