import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** Reads JSON and form bodies. One that cannot be read counts as empty, so that VTpass's own check of the fields answers it. */
export const readBody: RequestHandler[] = [
  forgiving(express.json()),
  forgiving(express.urlencoded({ extended: false })),
];

/** The fields of the body that `readBody` read; none for a body that is no object. */
export const fieldsOf = (request: Request): Readonly<Record<string, unknown>> => asFields(request.body);

const asFields = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

const LONGEST = 100 * 1024; // as Express reads

/** Whether `readPlainJson` can read it; what it cannot, `readBody` can. */
export function isPlainJson({ headers }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers;
  const plain = (type === 'application/json' || type === 'application/json; charset=utf-8') && encoding === undefined;
  return plain && length !== undefined && Number(length) <= LONGEST;
}

/** The same fields, without what stands around the body in Express: half of what a purchase costs here. Of a body that breaks off nothing is heard. */
export function readPlainJson(
  request: IncomingMessage,
  done: (fields: Readonly<Record<string, unknown>>) => void,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => done(parse(Buffer.concat(chunks))));
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return asFields(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {};
  }
}

/** Says whether a field of a body holds something: a text that is not empty, or a number. */
export function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A body that did not arrive whole stays an error: its caller left, and nothing was asked for. */
function forgiving(parser: RequestHandler): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) =>
    parser(request, response, (fault?: unknown) => (fault !== undefined && request.complete ? next() : next(fault)));
}
