import { listPurchaseActions } from '@topup/core/audit';
import { recordTokensShown } from '@topup/core/purchase';
import { type PurchaseSearch, readPurchaseRecord, searchPurchases } from '@topup/core/reporting';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { type ListDeps, SPAN, servePaged } from '../../http/lists';
import { normalizeSearch } from '../../http/normalize-search';
import { byPurchase } from '../../http/pagination';
import { query } from '../../http/query';
import { notFound } from '../../http/refusal';
import { search, uuid } from '../operator.input';
import { requestedPurchase, serveDecisions } from './decide-purchase';
import { PURCHASE_COLUMNS, toOperatorPurchase, toPurchaseRow } from './purchases.presenter';

type Query = Omit<PurchaseSearch, 'accountId' | 'oldestFirst'> & { account?: string; sort?: 'oldest' };

const LONGEST_MINUTES = 1_000_000; // two years

/** The purchases of all accounts. */
export function purchaseRoutes(deps: Pick<Deps, 'operator'> & ListDeps): Router {
  const { db } = deps;
  const router = Router();
  // a page may be short or empty and still have a next one: a request reads a limited number of purchases
  servePaged(router, deps, {
    path: '/purchases',
    file: 'purchases',
    filters: {
      search,
      account: uuid.optional(),
      product: query.product(),
      status: query.status(),
      review: Joi.boolean().default(false),
      ...SPAN,
      olderThanMinutes: Joi.number().integer().min(1).max(LONGEST_MINUTES).empty(''),
      provider: query.text(50),
      network: query.text(50),
      failedAt: query.text(50),
      sort: query.oneOf(['oldest']),
    },
    place: byPurchase,
    read: async ({ search, account, sort, ...asked }: Query, page) => {
      const filter: PurchaseSearch = {
        ...asked,
        oldestFirst: sort === 'oldest',
        ...(search && { search: normalizeSearch(search) }),
        ...(account && { accountId: account }),
      };
      const { rows, next } = await searchPurchases(db, filter, page);
      return { rows: rows.map(toPurchaseRow), next };
    },
    columns: PURCHASE_COLUMNS,
  });
  // with the customer's numbers in full, because the operator has to name them to the provider; a token is worth money:
  // it is shown in full only with `?token=true`, after an audit record was written
  router.get('/purchases/:reference', async (request, response) => {
    const { id, accountId, reference, token } = await requestedPurchase(db, request);
    const record = await readPurchaseRecord(db, { id });
    if (record === null) throw notFound('purchase');
    if (token) await recordTokensShown(db, byOf(response), record.purchase);
    const actions = await listPurchaseActions(db, { accountId, requestRef: reference });
    response.json(toOperatorPurchase(record, actions, { token }) satisfies OperatorPurchase);
  });
  serveDecisions(router, deps);
  return router;
}
