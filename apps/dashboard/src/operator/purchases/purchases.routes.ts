import { listPurchaseActions } from '@topup/core/audit';
import { recordTokensShown } from '@topup/core/purchase';
import { type PurchaseSearch, readPurchaseRecord, searchPurchases } from '@topup/core/reporting';
import type { OperatorPurchase, Product, SearchedStatus } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { PURCHASE_PLACE, purchaseAt, purchasePlace } from '../../account/transactions/purchase-cursor';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { normalizeSearch } from '../../http/normalize-search';
import { query } from '../../http/query';
import { notFound } from '../../http/refusal';
import { type ListDeps, present, servePaged } from '../list-routes';
import { search, uuid } from '../operator.input';
import { PURCHASE_COLUMNS, toOperatorPurchase, toPurchaseRow } from './purchases.presenter';
import { requery } from './requery-purchase';
import { requestedPurchase } from './requested-purchase';
import { settlePurchase } from './settle-purchase';

/** The purchases of all accounts. */
export function purchaseRoutes(deps: Pick<Deps, 'log' | 'operator'> & ListDeps): Router {
  const router = Router();
  serveList(router, deps);
  router.get('/purchases/:reference', show(deps));
  router.post('/purchases/:reference/requery', requery(deps));
  router.post('/purchases/:reference/settle', settlePurchase(deps));
  return router;
}

type Query = {
  search?: string;
  account?: string;
  product?: Product;
  status?: SearchedStatus;
  review: boolean;
  from?: Date;
  to?: Date;
  olderThanMinutes?: number;
  provider?: string;
  network?: string;
  failedAt?: string;
  sort?: 'oldest';
};

const LONGEST_MINUTES = 1_000_000; // two years

const FILTERS = {
  search,
  account: uuid.optional(),
  product: query.product(),
  status: query.status(),
  review: Joi.boolean().default(false),
  from: query.from(),
  to: query.to(),
  olderThanMinutes: Joi.number().integer().min(1).max(LONGEST_MINUTES).empty(''),
  provider: query.text(50),
  network: query.text(50),
  failedAt: query.text(50),
  sort: query.oneOf(['oldest']),
};

/**
 * Newest first unless `sort` is `oldest`. A page may be short or empty and still have a next one: a request reads a
 * limited number of purchases.
 */
function serveList(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/purchases',
    file: 'purchases',
    filters: FILTERS,
    place: PURCHASE_PLACE,
    placeOf: purchasePlace,
    read: (asked: Query, { after, limit }) =>
      searchPurchases(deps.db, toSearch(asked), { after: after === null ? null : purchaseAt(after), limit }).then(
        present(toPurchaseRow),
      ),
    columns: PURCHASE_COLUMNS,
  });
}

function toSearch({ search, account, sort, ...filters }: Query): PurchaseSearch {
  return {
    ...filters,
    oldestFirst: sort === 'oldest',
    ...(search && { search: normalizeSearch(search) }),
    ...(account && { accountId: account }),
  };
}

/**
 * One purchase, with the customer's numbers in full, because the operator has to name them to the provider. A token is
 * worth money: it is shown in full only with `?token=true`, after an audit record was written.
 */
function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { id, accountId, reference, token } = await requestedPurchase(db, request);
    const record = await readPurchaseRecord(db, { id });
    if (record === null) throw notFound('purchase');
    if (token) await recordTokensShown(db, byOf(response), { requestRef: reference, accountId });
    const actions = await listPurchaseActions(db, { accountId, requestRef: reference });
    response.json(toOperatorPurchase(record, actions, { token }) satisfies OperatorPurchase);
  };
}
