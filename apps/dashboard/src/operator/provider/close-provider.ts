import { type Closable, closablesOf, closeByHand, openByHand } from '@topup/core/provider';
import type { ProviderSwitched } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { line, readFields } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';

/** `service`: the id of a service; null: the whole provider. */
type Order = { provider: string; service: string | null };

const what = { provider: line, service: line.allow(null) };

/** Sends no more orders to a provider, or of one service there. Every process stops within a second. */
export function close({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const body = Joi.object<Order & { reason: string }>({ ...what, reason: line });
  return async (request, response) => {
    const { provider, service, reason } = readFields(body, request.body);
    done(await closeByHand(db, byOf(response), findClosable(operator, provider), { service, reason }));
    response.json({ provider, service, closed: true } satisfies ProviderSwitched);
  };
}

/** Sends orders again to what was closed by hand. */
export function open({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const body = Joi.object<Order>(what);
  return async (request, response) => {
    const { provider, service } = readFields(body, request.body);
    done(await openByHand(db, byOf(response), findClosable(operator, provider), service));
    response.json({ provider, service, closed: false } satisfies ProviderSwitched);
  };
}

function findClosable({ providers }: Deps['operator'], name: string): Closable {
  const all = closablesOf(providers);
  const found = all.find((each) => each.name === name);
  if (found === undefined)
    throw refusalOf({ kind: 'no_such_provider', provider: name, known: all.map((each) => each.name) });
  return found;
}
