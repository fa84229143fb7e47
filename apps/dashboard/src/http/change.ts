import type { By } from '@topup/core/audit';
import { isRefused, type Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import type { Asked } from '@topup/dashboard-contract';
import type { Request, Response, Router } from 'express';
import Joi from 'joi';
import { byOf } from '../auth/signed-in';
import { PLACE } from './pagination';
import { parseIdParam, readFields } from './read-fields';
import { notFound, refusalOf } from './refusal';

/** A change as its route declares it. */
type Change<Of, Body, Outcome extends { kind: string }> = {
  /** The subject that the path and the session name. It is read before the body is judged. Default: nothing. */
  of?(request: Request, response: Response): Of | Promise<Of>;
  /** The fields of the body. Default: none. */
  body?: Joi.ObjectSchema<Body>;
  /** The use case of core. */
  make(given: Body, by: By, of: Of): Promise<Outcome>;
  /** The answer when the change was made. Default: {}. */
  answer?(made: Made<Outcome>, given: Body, of: Of): unknown;
  /** Default: 200. */
  status?: number;
};

type Made<Outcome> = Exclude<Outcome, Refused | AskedApproval>;

/**
 * Serves one change by POST. It answers 202 with the approval when one was asked for instead.
 * @throws Refusal when the outcome is a refusal of the catalogue
 */
export function serveChange<Of, Body, Outcome extends { kind: string }>(
  router: Router,
  path: string,
  { of: find, body = Joi.object({}), make, answer, status = 200 }: Change<Of, Body, Outcome>,
): void {
  router.post(path, async (request, response) => {
    const of = (await find?.(request, response)) as Of;
    const given = readFields(body, request.body);
    const outcome = await make(given, byOf(response), of);
    if (isRefused(outcome)) throw refusalOf(outcome);
    if (isAsked(outcome)) response.status(202).json({ approval: toApproval(outcome) } satisfies Asked);
    else response.status(status).json((await answer?.(outcome as Made<Outcome>, given, of)) ?? {});
  });
}

/** `of` of a path with `:id`, the id of `what`. */
export const idOf = (what: string) => (request: Request) => parseIdParam(request, what);

/** The same of a number. @throws Refusal 404 when it is none */
export const numberOf = (what: string) => (request: Request) => {
  const text = String(request.params.id);
  if (!PLACE.number.test(text)) throw notFound(what);
  return BigInt(text);
};

export const isAsked = (outcome: { kind: string }): outcome is AskedApproval => outcome.kind === 'asked';

export const toApproval = ({ id, expiresAt, before }: AskedApproval): Asked['approval'] => ({
  id,
  expiresAt: expiresAt.toISOString(),
  before,
});
