import type { OutcomeName } from '../faults/outcomes';

/** The words of the provider for each outcome, for docs/reference/sandbox.md. */
export const WORDS: Readonly<Record<OutcomeName, string>> = {
  delivered: '`vendStatus` SUCCESS.',
  rejected: '`vendStatus` FAILED in the answer and in a requery; nothing is charged.',
  'pending-then-delivered': 'IN_PROGRESS; two requeries still say so, the next one SUCCESS.',
  'pending-then-reversed':
    'IN_PROGRESS; two requeries still say so, the next one FAILED, and the charge comes back as one more credit.',
  'pending-for-ever': 'IN_PROGRESS, however often it is requeried.',
  'hang-delivered': 'SUCCESS, but never answers.',
  'hang-unrecorded': 'Never answers and never records the vend.',
  'reset-unrecorded': 'Resets the connection before it records the vend.',
  'reset-delivered': 'SUCCESS, then resets the connection instead of answering.',
  'error-unrecorded': 'HTTP 500 with code 99, and no vend is recorded.',
  'error-delivered': 'HTTP 500 with code 99, although the vend is a SUCCESS.',
  'html-unrecorded': 'HTTP 502 with an HTML page, and no vend is recorded.',
  'low-float': 'Code 99 with the text of an empty wallet, and no vend is recorded.',
  'token-later':
    'SUCCESS; for a prepaid meter without `metaData`, which two requeries still lack and the next one brings.',
  'truncated-delivered': 'SUCCESS, but the connection breaks in the middle of the JSON answer.',
  'not-recognised': '`validate-customer` does not recognise it; a vend is FAILED.',
  'requery-hangs': 'IN_PROGRESS; a requery is never answered.',
  'failed-then-delivered': 'FAILED in the answer, SUCCESS in every requery.',
};
