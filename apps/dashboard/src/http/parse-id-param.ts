import type { Request } from 'express';
import { notFound } from './refusal';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => ID.test(text);

/** The id in a path, in lower case. @throws Refusal 404 when it is not an id, so that no `what` can have it */
export function parseIdParam(request: Request, what: string): string {
  const { id } = request.params;
  if (typeof id !== 'string' || !isId(id)) throw notFound(what);
  return id.toLowerCase();
}
