import { toWire } from '@topup/core/shared';
import {
  countFailedSince,
  endResend,
  MOST_RESENT,
  readNewestResend,
  resendFailed as resend,
} from '@topup/core/webhook';
import type { MatchingFailures, ResendProgress } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields, readQuery } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { manualDeliveryRefusal } from './manual-delivery-refusal';

const schema = Joi.object<{ since: Date }>({ since: query.from().required() });

/** GET /api/webhook/resends/matching?since= */
export function countMatching({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const accountId = accountIdOf(response);
    const { since } = readQuery(schema, request, timeZoneOf(response));
    const events = await countFailedSince(db, accountId, since);
    response.json({ events, most: MOST_RESENT } satisfies MatchingFailures);
  };
}

/** GET /api/webhook/resends/newest */
export function getNewestResend({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const newest = await readNewestResend(db, accountIdOf(response));
    response.json({ resend: toWire(newest) satisfies ResendProgress | null });
  };
}

/** POST /api/webhook/resends {since}: a worker resends every event that failed since then and has not arrived. */
export function resendFailed({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const accountId = accountIdOf(response);
    const { since } = readFields(schema, request.body, timeZoneOf(response));
    const asked = await resend(db, byOf(response), accountId, since);
    if (asked.kind === 'nothing') throw new Refusal(409, 'nothing_failed', 'No event has failed since then.');
    if (asked.kind !== 'written') throw manualDeliveryRefusal(asked.kind, 'resend of failed events');
    response.status(202).json({ id: asked.id, events: asked.total });
  };
}

/** POST /api/webhook/resends/:id/cancel: those that are on their way still arrive. */
export function cancelFailedResend({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'resend');
    const cancelled = await endResend(db, byOf(response), accountIdOf(response), id);
    if (!cancelled) throw new Refusal(409, 'not_running', 'This resend has already ended.');
    response.json({});
  };
}
