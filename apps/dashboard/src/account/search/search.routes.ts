import { searchKeys } from '@topup/core/api-key';
import { listPlans } from '@topup/core/catalogue';
import { findDelivery, listAccountPurchases } from '@topup/core/reporting';
import { listRequests } from '@topup/core/request-log';
import { type Db, isUuid } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { normalizeSearch } from '../../http/normalize-search';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { toDeliveryRow } from '../developers/deliveries.presenter';
import { toRequestRow } from '../requests/requests.presenter';
import { toTransactionRow } from '../transactions/transactions.presenter';
import { foundKey, foundPurchase, MOST_OF_A_KIND } from './search.presenter';

/** Search over everything of an account. */
export function searchRoutes(deps: Pick<Deps, 'db'>): Router {
  return Router().get('/search', searchAccount(deps));
}

/** GET /api/search */
function searchAccount({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ text: string }>({ text: query.anything() });
  return async (request, response) => {
    const { text } = readQuery(asked, request);
    const accountId = accountIdOf(response);
    const found = await Promise.all([
      findPurchases(db, accountId, text),
      findKeys(db, accountId, text),
      findPlans(db, accountId, text),
      ...(isUuid(text) ? [findRequests(db, accountId, text), findDeliveries(db, accountId, text)] : []),
    ]);
    response.json(found.flat() satisfies Found[]);
  };
}

async function findPurchases(db: Db, accountId: string, text: string): Promise<Found[]> {
  const page = { after: null, limit: MOST_OF_A_KIND };
  const rows = await listAccountPurchases(db, accountId, { search: normalizeSearch(text) }, page);
  return rows.map((row) => foundPurchase(toTransactionRow(row), null));
}

async function findKeys(db: Db, accountId: string, text: string): Promise<Found[]> {
  const keys = await searchKeys(db, { text, accountId, limit: MOST_OF_A_KIND });
  return keys.map((key) => foundKey(key, null));
}

/** Of the plans for sale. */
async function findPlans(db: Db, accountId: string, text: string): Promise<Found[]> {
  const part = text.toLowerCase();
  return (await listPlans(db, accountId))
    .flatMap(({ planId, network, name }): Found[] =>
      planId !== null && `${planId} ${name}`.toLowerCase().includes(part)
        ? [{ kind: 'plan', planId, network, name }]
        : [],
    )
    .slice(0, MOST_OF_A_KIND);
}

async function findRequests(db: Db, accountId: string, requestId: string): Promise<Found[]> {
  const { rows } = await listRequests(db, accountId, { requestId }, { limit: MOST_OF_A_KIND });
  return rows.map((row) => {
    const { id, method, path, status, at } = toRequestRow(row);
    return { kind: 'request', id, method, path, status, at };
  });
}

async function findDeliveries(db: Db, accountId: string, id: string): Promise<Found[]> {
  const found = await findDelivery(db, accountId, id);
  if (found === null) return [];
  const { event, state, createdAt } = toDeliveryRow(found);
  return [{ kind: 'delivery', id, event, state, createdAt }];
}
