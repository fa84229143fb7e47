import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** Reads JSON and form bodies. One that cannot be read counts as empty, so that VTpass's own check of the fields answers it. */
export const readBody: RequestHandler[] = [forgiving(express.json()), forgiving(express.urlencoded({ extended: false }))];

/** The fields of the body that `readBody` read; none for a body that is no object. */
export function fieldsOf(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? { ...body } : {};
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
