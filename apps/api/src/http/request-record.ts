import type { Caller } from '@topup/core/api-key';
import type { RequestRecord } from '@topup/core/request-log';
import type { Request, Response } from 'express';

/** The facts about a request that its record needs. `answer`: the JSON that was sent. */
export type RecordedContext = { requestId: string; caller?: Caller; requestRef?: string; answer?: unknown };

const REFERENCE = /^[^\p{Cc}\p{Cs}]{1,50}$/u;
/** Reads the log itself: a client that follows the log would fill it. */
const UNRECORDED = '/v1/requests';

/** Returns what the request log keeps of a request: null when its account is unknown, or it reads the log. */
export function toRequestRecord(
  request: Request,
  response: Response,
  { caller, requestId, requestRef, answer }: RecordedContext,
  durationMs: number,
): RequestRecord | null {
  const path = request.baseUrl + request.path;
  if (caller === undefined || request.route?.path === UNRECORDED) return null;
  const errorCode = response.getHeader('X-Error-Code');
  return {
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    requestId,
    method: request.method,
    path,
    status: response.headersSent ? response.statusCode : 0,
    errorCode: typeof errorCode === 'string' ? errorCode : null,
    durationMs,
    reference: requestRef ?? referenceIn(request.body),
    request: bodyOrQuery(request),
    answer: withoutItems(answer),
  };
}

/** The fields of a JSON object; of another body its size; of a request without a body its query. */
function bodyOrQuery(request: Request): unknown {
  if (request.body?.fields !== undefined) return request.body.fields;
  const bytes = Buffer.isBuffer(request.body) ? request.body.length : Number(request.headers['content-length'] ?? 0);
  if (bytes > 0) return { bytes };
  return request.originalUrl.includes('?') ? request.query : undefined;
}

/** A list is kept as its length: a page is long, and a program does not debug it by its rows. */
function withoutItems(answer: unknown): unknown {
  const { data } = Object(answer);
  return Array.isArray(data) ? { ...Object(answer), data: { items: data.length } } : answer;
}

/** Of a request that was declined before its reference was checked. */
function referenceIn(body: Request['body']): string | null {
  const reference: unknown = body?.fields?.request_ref;
  return typeof reference === 'string' && REFERENCE.test(reference) ? reference : null;
}
