import { type FoundKey, searchKeys } from '@topup/core/api-key';
import { listPlans } from '@topup/core/catalogue';
import { findDelivery, listAccountPurchases } from '@topup/core/reporting';
import { listRequests } from '@topup/core/request-log';
import { isUuid, pick } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, requireRight } from '../../auth/signed-in';
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

/** Search over everything of an account; of plans, over those for sale. */
export function searchRoutes({ db }: Pick<Deps, 'db'>): Router {
  return Router().get('/search', requireRight('read'), async (request, response) => {
    const { text } = readQuery(SEARCHED, request);
    const accountId = accountIdOf(response);
    const limit = MOST_OF_A_KIND;
    const [purchases, keys, plans, requests, delivery] = await Promise.all([
      listAccountPurchases(db, accountId, { search: normalizeSearch(text) }, { after: null, limit }),
      searchKeys(db, { text, accountId, limit }),
      listPlans(db, accountId),
      isUuid(text) ? listRequests(db, accountId, { requestId: text }, { limit }) : null,
      isUuid(text) ? findDelivery(db, accountId, text) : null,
    ]);
    const named = plans.flatMap(({ planId, network, name }): Found[] => {
      const isNamed = planId !== null && `${planId} ${name}`.toLowerCase().includes(text.toLowerCase());
      return isNamed ? [{ kind: 'plan', planId, network, name }] : [];
    });
    const requestRows = (requests?.rows ?? []).map(toRequestRow);
    const deliveryRows = delivery === null ? [] : [toDeliveryRow(delivery)];
    response.json([
      ...purchases.map((row) => foundPurchase(toTransactionRow(row), null)),
      ...keys.map((key) => foundKey(key, null)),
      ...named.slice(0, limit),
      ...requestRows.map((row) => ({ kind: 'request' as const, ...pick(row, 'id', 'method', 'path', 'status', 'at') })),
      ...deliveryRows.map((row) => ({ kind: 'delivery' as const, ...pick(row, 'id', 'event', 'state', 'createdAt') })),
    ] satisfies Found[]);
  });
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
