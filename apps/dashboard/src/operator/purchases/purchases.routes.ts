import { listPurchaseActions, purchaseAction, withAuditLog } from '@topup/core/audit';
import { type PurchaseSearch, readPurchaseRecord, searchPurchases } from '@topup/core/reporting';
import type { OperatorPurchase, OperatorPurchaseRow, Page, Product, SearchedStatus } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { normalizeSearch } from '../../http/normalize-search';
import { PAGE_ROWS } from '../../http/pagination';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { search, uuid } from '../operator.input';
import { parsePurchaseCursor, writePurchaseCursor } from './purchase-cursor';
import { toOperatorPurchase, toPurchaseRow } from './purchases.presenter';
import { requery } from './requery-purchase';
import { requestedPurchase } from './requested-purchase';
import { settlePurchase } from './settle-purchase';

/** The purchases of all accounts. */
export function purchaseRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/purchases', list(deps));
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
  cursor?: string;
};

const LONGEST_MINUTES = 1_000_000; // two years

const QUERY = Joi.object<Query>({
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
  cursor: query.cursor(),
});

/**
 * Newest first. A page may be short or empty and still have a next one: a request reads a limited number of purchases.
 */
function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, ...asked } = readFields(QUERY, request.query, timeZoneOf(response));
    const after = cursor === undefined ? null : parsePurchaseCursor(cursor);
    const { rows, next } = await searchPurchases(db, toSearch(asked), { after, limit: PAGE_ROWS });
    const page = { rows: rows.map(toPurchaseRow), next: next && writePurchaseCursor(next) };
    response.json(page satisfies Page<OperatorPurchaseRow>);
  };
}

function toSearch({ search, account, ...filters }: Omit<Query, 'cursor'>): PurchaseSearch {
  return {
    ...filters,
    ...(search && { search: normalizeSearch(search) }),
    ...(account && { accountId: account }),
  };
}

/**
 * One purchase, with the customer's numbers in full, because the operator has to name them to the provider. A token is
 * worth money: it is shown in full only with `?token=true`, after an audit record was written.
 */
function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ token: boolean }>({ token: Joi.boolean().default(false) });
  return async (request, response) => {
    const { token } = readFields(asked, request.query);
    const { id, accountId, reference } = await requestedPurchase(db, request);
    const record = await readPurchaseRecord(db, { id });
    if (record === null) throw notFound('purchase');
    const action = purchaseAction('show_token', { requestRef: reference, accountId });
    if (token) await withAuditLog(db, actorOf(response), originOf(response), async () => ({ result: null, action }));
    const actions = await listPurchaseActions(db, { accountId, requestRef: reference });
    response.json(toOperatorPurchase(record, actions, { token }) satisfies OperatorPurchase);
  };
}
