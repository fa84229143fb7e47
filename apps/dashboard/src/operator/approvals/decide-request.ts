import { cancelApproval, decideRequest as decide } from '@topup/core/operator-guard';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { enqueueFollowUps } from '../purchases/settle-purchase';

/** Approves or declines. Approving does what was asked for, in the same transaction. */
export function decideRequest(
  { db, operator }: Pick<Deps, 'db' | 'operator'>,
  { approve }: { approve: boolean },
): RequestHandler {
  const body = Joi.object<{ note?: string }>({
    note: approve ? line.optional().empty('').label('Note') : line.label('Reason'),
  });
  return async (request, response) => {
    const id = parseIdParam(request, 'approval');
    const { note = null } = readFields(body, request.body);
    const decided = done(await decide(db, byOf(response), { id, approve, note }));
    if (decided.kind === 'approved') enqueueFollowUps(operator, decided); // a refund is told to the client
    response.json({});
  };
}

/** Takes back one's own request. */
export function cancelRequest({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    done(await cancelApproval(db, byOf(response), parseIdParam(request, 'approval')));
    response.json({});
  };
}
