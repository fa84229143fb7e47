import { type FoundKey, searchKeys } from '@topup/core/api-key';
import { listPlans } from '@topup/core/catalogue';
import { findDelivery, listAccountPurchases } from '@topup/core/reporting';
import { listRequests } from '@topup/core/request-log';
import { type Db, isUuid, pick } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { normalizeSearch } from '../../http/normalize-search';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { toDeliveryRow } from '../developers/deliveries.routes';
import { toRequestRow } from '../requests/requests.routes';
import { toTransactionRow } from '../transactions/transactions.presenter';

/** So many of a kind tell whether the text was meant; the lists show the rest. */
export const MOST_OF_A_KIND = 5;

export const SEARCHED = Joi.object<{ text: string }>({ text: query.anything() });

/** Search over everything of an account. */
export function searchRoutes({ db }: Pick<Deps, 'db'>): Router {
  return Router().get('/search', async (request, response) => {
    const { text } = readQuery(SEARCHED, request);
    const accountId = accountIdOf(response);
    const found = await Promise.all([
      findPurchases(db, accountId, text),
      findKeys(db, accountId, text),
      findPlans(db, accountId, text),
      ...(isUuid(text) ? [findRequests(db, accountId, text), findDeliveries(db, accountId, text)] : []),
    ]);
    response.json(found.flat() satisfies Found[]);
  });
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
  return rows.map((row) => ({ kind: 'request', ...pick(toRequestRow(row), 'id', 'method', 'path', 'status', 'at') }));
}

async function findDeliveries(db: Db, accountId: string, id: string): Promise<Found[]> {
  const found = await findDelivery(db, accountId, id);
  return found === null
    ? []
    : [{ kind: 'delivery', ...pick(toDeliveryRow(found), 'id', 'event', 'state', 'createdAt') }];
}

type FoundPurchase = Extract<Found, { kind: 'purchase' }>;

/** `account`: null: the reader's own. */
export const foundPurchase = (
  row: Omit<FoundPurchase, 'kind' | 'account'>,
  account: FoundPurchase['account'],
): FoundPurchase => ({
  kind: 'purchase',
  ...pick(row, 'reference', 'product', 'status', 'amount', 'recipient', 'createdAt'),
  account,
});

export const foundKey = (key: FoundKey, account: FoundPurchase['account']): Found => ({
  kind: 'key',
  ...pick(key, 'id', 'name', 'display'),
  revoked: key.revokedAt !== null,
  account,
});
