import type { ServerResponse } from 'node:http';
import type { FaultWords } from '../faults/send-fault';

/** The `response_description` of each rejection code. */
const REJECTIONS = {
  '010': 'VARIATION CODE DOES NOT EXIST',
  '011': 'INVALID ARGUMENTS',
  '012': 'PRODUCT DOES NOT EXIST',
  '013': 'BELOW MINIMUM AMOUNT ALLOWED',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '017': 'ABOVE MAXIMUM AMOUNT ALLOWED',
  '018': 'LOW WALLET BALANCE',
  '019': 'LIKELY DUPLICATE TRANSACTION',
  '034': 'SERVICE SUSPENDED',
  '085': 'IMPROPER REQUEST ID: DOES NOT START WITH TODAY IN LAGOS',
  '087': 'INVALID CREDENTIALS',
} as const;

export type RejectionCode = keyof typeof REJECTIONS;

/** The body of a rejection, which VTpass sends with HTTP 200. */
export function rejectionReply(code: RejectionCode) {
  return { code, response_description: REJECTIONS[code], content: { errors: [] } };
}

/** The body of an HTTP 500; it has no `response_description`. */
export const SYSTEM_ERROR = { code: '083', content: { errors: [] } };

export const VTPASS_WORDS: FaultWords = {
  'system-error': { status: 500, body: SYSTEM_ERROR },
  'low-float': { status: 200, body: rejectionReply('018') },
};

/** Like Express's `response.json`, but cheaper for load tests: no search for media types, one write. */
export function sendJson(response: ServerResponse, body: object, status = 200): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
