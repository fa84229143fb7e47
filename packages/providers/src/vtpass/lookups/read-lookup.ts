import type { Lookup } from '@topup/core/provider';
import { readNaira } from '../../http/exact';
import { field, isRecord, parseJson } from '../../http/json';
import { isSuccess, readCode } from '../answer/read-answer';
import { RESPONSE_CODES } from '../response-codes';

/** The `content` of an answer with one of `goodCodes`, or why there is none. */
type LookupContent = { kind: 'content'; content: Record<string, unknown> } | { kind: 'unavailable'; reason: string };

/**
 * Reads the envelope of an answer to a lookup. A code other than the good ones is about the service or our account,
 * never about what was asked.
 * @param codeField price lists have their code in `response_description`
 * @param contentField the balance is in `contents`
 */
export function readContent(
  httpStatus: number,
  bodyText: string,
  codeField: string,
  goodCodes: readonly string[],
  contentField = 'content',
): LookupContent {
  if (!isSuccess(httpStatus)) return { kind: 'unavailable', reason: `HTTP ${httpStatus}` };
  const body = parseJson(bodyText);
  if (body === undefined) return { kind: 'unavailable', reason: 'the answer is not JSON' };
  const code = readCode(field(body, codeField));
  if (code === null || !goodCodes.includes(code)) return { kind: 'unavailable', reason: `code ${code ?? 'missing'}` };
  const content = field(body, contentField);
  return isRecord(content)
    ? { kind: 'content', content }
    : { kind: 'unavailable', reason: 'the answer has no content' };
}

/**
 * The code, or HTTP status, that rejects our account and not the question (087 credentials, 027 address …); otherwise
 * null.
 */
export function findAccountRejection(httpStatus: number, bodyText: string): string | null {
  const body = parseJson(bodyText);
  const code = readCode(field(body, 'code')) ?? readCode(field(body, 'response_description'));
  const row = code === null ? undefined : RESPONSE_CODES.get(code);
  if (row !== undefined && 'fault' in row && row.fault === 'account') return row.code;
  return httpStatus === 401 || httpStatus === 403 ? `http_${httpStatus}` : null;
}

/**
 * Reads an answer to `GET /balance`: `{"code":1,"contents":{"balance":1081.8199999998}}`.
 * Source: VTpass "Get VTpass wallet balance" page.
 */
export function readBalance(httpStatus: number, bodyText: string): Lookup<bigint> {
  const read = readContent(httpStatus, bodyText, 'code', ['001'], 'contents');
  if (read.kind === 'unavailable') return read;
  const balanceKobo = readNaira(field(read.content, 'balance'));
  return balanceKobo === null
    ? { kind: 'unavailable', reason: 'the answer has no balance' }
    : { kind: 'found', value: balanceKobo };
}
