import { AppError } from '@topup/core/errors';
import express, { type RequestHandler } from 'express';
import { type JsonBody, parseJson } from './parse-json';

const MAX_BYTES = 16 * 1024;

/**
 * Reads the body as a JSON object in UTF-8 of at most `maxBytes`. Express's own parser replaces invalid UTF-8 by
 * U+FFFD, which could make two references equal. Throws AppError body_not_json, body_too_large or unsupported_encoding.
 */
export function jsonBody(maxBytes = MAX_BYTES): RequestHandler[] {
  const raw = express.raw({ type: () => true, limit: maxBytes, inflate: false });
  return [requireJson, requireShort(maxBytes), raw, parse];
}

/** Answers at once when Content-Length is too large: the body reader would first read a slow client to its end. */
function requireShort(maxBytes: number): RequestHandler {
  return (request, _response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('body_too_large');
    next();
  };
}

/** UTF-8, and a part of it. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

const requireJson: RequestHandler = (request, _response, next) => {
  const [type, ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  if (type?.trim() !== 'application/json' || (charset !== undefined && !CHARSETS.includes(charset)))
    throw new AppError('body_not_json');
  next();
};

const parse: RequestHandler = (request, _response, next) => {
  request.body = parseObject(request.body);
  next();
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseObject(bytes: unknown): JsonBody {
  if (!Buffer.isBuffer(bytes)) throw new AppError('body_not_json');
  let body: JsonBody | null;
  try {
    body = parseJson(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError('body_not_json', undefined, { cause });
  }
  if (body === null) throw new AppError('body_not_json');
  return body;
}
