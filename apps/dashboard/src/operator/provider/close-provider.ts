import { closeByHand, openByHand, type SwitchOutcome } from '@topup/core/provider';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { line } from '../operator.input';
import { alreadyClosed, noSuchService, notClosed } from '../refusals';

/** The id of a service; null: the whole provider. */
const service = line.allow(null);

/** Sends no more orders to the provider, or of one service. Every process stops within a second. */
export function close({ db, operator: { provider } }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const body = Joi.object<{ service: string | null; reason: string }>({ service, reason: line });
  return async (request, response) => {
    const order = readFields(body, request.body);
    const outcome = await closeByHand(db, byOf(response), provider, order);
    requireDone(outcome, order.service, alreadyClosed);
    response.json({ service: order.service, closed: true });
  };
}

/** Sends orders again to what was closed by hand. */
export function open({ db, operator: { provider } }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const body = Joi.object<{ service: string | null }>({ service });
  return async (request, response) => {
    const order = readFields(body, request.body);
    const outcome = await openByHand(db, byOf(response), provider, order.service);
    requireDone(outcome, order.service, notClosed);
    response.json({ service: order.service, closed: false });
  };
}

function requireDone({ kind }: SwitchOutcome, of: string | null, unchanged: typeof notClosed): void {
  if (kind === 'no_such_service') throw noSuchService(of ?? '');
  if (kind === 'unchanged') throw unchanged(of);
}
