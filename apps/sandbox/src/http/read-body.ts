import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/**
 * Reads JSON and form bodies. A body that cannot be read counts as empty, so that the check of the fields answers it.
 */
export const readBody: RequestHandler[] = [
  forgiving(express.json()),
  forgiving(express.urlencoded({ extended: false })),
];

/** The fields of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that `readBody` read; none if the body is not an object. */
export const fieldsOf = (request: Request): Fields => asFields(request.body);

const asFields = (body: unknown): Fields => (typeof body === 'object' && body !== null ? { ...body } : {});

const MAX_BYTES = 100 * 1024; // the limit of Express

/** Whether `readPlainJson` can read the request. `readBody` can read all others. */
export function isPlainJson({ headers }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers;
  const plain = (type === 'application/json' || type === 'application/json; charset=utf-8') && encoding === undefined;
  return plain && length !== undefined && Number(length) <= MAX_BYTES;
}

/**
 * Reads the same fields without Express, which is half the cost of a purchase here. A body that breaks off calls
 * nothing.
 */
export function readPlainJson(request: IncomingMessage, done: (fields: Fields) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => done(parse(Buffer.concat(chunks))));
}

function parse(bytes: Buffer): Fields {
  try {
    return asFields(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {};
  }
}

/** Whether a field of a body is a number or a non-empty text. */
export function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A body that did not arrive whole stays an error: its caller hung up and asked for nothing. */
function forgiving(parser: RequestHandler): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) =>
    parser(request, response, (fault?: unknown) => (fault !== undefined && request.complete ? next() : next(fault)));
}
