import { isUuid } from '@topup/core/shared';
import type { Request } from 'express';
import { notFound } from './refusal';

/** The id in a path, in lower case. @throws Refusal 404 when it is not an id, so that no `what` can have it */
export function parseIdParam(request: Request, what: string): string {
  const { id } = request.params;
  if (typeof id !== 'string' || !isUuid(id)) throw notFound(what);
  return id.toLowerCase();
}
