import { type Closable, closablesOf, closeByHand, openByHand } from '@topup/core/provider';
import type { ProviderSwitched } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { line } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';

/** `service`: the id of a service; null: the whole provider. */
type Order = { provider: string; service: string | null };

const what = { provider: line, service: line.allow(null) };

/** Sends no more orders to a provider, or of one service there. Every process stops within a second. */
export const close = ({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler =>
  change({
    body: Joi.object<Order & { reason: string }>({ ...what, reason: line }),
    make: async ({ provider, ...order }, by) => closeByHand(db, by, findClosable(operator, provider), order),
    answer: (_, { provider, service }): ProviderSwitched => ({ provider, service, closed: true }),
  });

/** Sends orders again to what was closed by hand. */
export const open = ({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler =>
  change({
    body: Joi.object<Order>(what),
    make: async ({ provider, service }, by) => openByHand(db, by, findClosable(operator, provider), service),
    answer: (_, { provider, service }): ProviderSwitched => ({ provider, service, closed: false }),
  });

function findClosable({ providers }: Deps['operator'], name: string): Closable {
  const all = closablesOf(providers);
  const found = all.find((each) => each.name === name);
  if (found === undefined)
    throw refusalOf({ kind: 'no_such_provider', provider: name, known: all.map((each) => each.name) });
  return found;
}
