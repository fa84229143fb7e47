import { insertAction, listPurchaseActions } from '@topup/core/audit';
import {
  type FoundPurchase,
  type PurchaseSearch,
  readPurchaseRecord,
  type SearchCursor,
  searchPurchases,
} from '@topup/core/reporting';
import { formatNaira, redactNumbers } from '@topup/core/shared';
import type { OperatorPurchase, OperatorPurchaseRow, Page, Product, PurchaseStatus } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { boughtOf } from '../../account/transactions/product-label';
import type { Deps } from '../../deps';
import { asStored } from '../../http/normalize-search';
import { PAGE_ROWS, readCursor, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { search, uuid } from '../operator.input';
import { toldPurchase } from './purchases.presenter';
import { requery } from './requery-purchase';
import { settle } from './settle-purchase';

/** The purchases of all accounts. */
export function purchaseRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/purchases', list(deps));
  router.get('/purchases/:reference', show(deps));
  router.post('/purchases/:reference/requery', requery(deps));
  router.post('/purchases/:reference/settle', settle(deps));
  return router;
}

type Query = {
  search?: string;
  account?: string;
  product?: Product;
  status?: PurchaseStatus;
  review: boolean;
  cursor?: string;
};

const QUERY = Joi.object<Query>({
  search,
  account: uuid.optional(),
  product: query.product(),
  status: query.status(),
  review: Joi.boolean().default(false),
  cursor: query.cursor(),
});

/** The newest first. A page may be short, or empty, and still have a next: it looks through so many purchases and no more. */
function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, ...asked } = readFields(QUERY, request.query);
    const after = cursor === undefined ? null : placeOf(cursor);
    const { rows, next } = await searchPurchases(db, filterOf(asked), { after, limit: PAGE_ROWS });
    const page = { rows: rows.map(toldRow), next: next && writeCursor(`${next.at ?? ''}.${next.id}`) };
    response.json(page satisfies Page<OperatorPurchaseRow>);
  };
}

function placeOf(cursor: string): SearchCursor {
  const [, at = '', id = ''] = readCursor(cursor, /^(\d{0,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);
  return { id, at: at || null };
}

function filterOf({ search, account, product, status, review }: Omit<Query, 'cursor'>): PurchaseSearch {
  return {
    review,
    ...(search && { search: asStored(search) }),
    ...(account && { accountId: account }),
    ...(product && { product }),
    ...(status && { status }),
  };
}

/** Numbers of customers are masked where many stand together. */
function toldRow({ recipient, message, reason, ...row }: FoundPurchase): OperatorPurchaseRow {
  const hide = redactNumbers(recipient);
  return {
    reference: row.requestRef,
    product: row.productType,
    status: row.status,
    amount: formatNaira(row.amountKobo),
    recipient: hide(recipient),
    description: hide(boughtOf({ description: row.description, recipient })),
    message: hide(message),
    createdAt: row.createdAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
    account: { id: row.accountId, name: row.account },
    needsReview: row.needsReview,
    reason: hide(reason),
  };
}

/**
 * All that is known of one, numbers of the customer whole: who decides it has to name them to the provider. A token is as good as money, so it is told only
 * to those who ask for it by `?token=true`, and that they did is recorded first.
 */
function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ token: boolean }>({ token: Joi.boolean().default(false) });
  return async (request, response) => {
    const { token } = readFields(asked, request.query);
    const reference = String(request.params.reference);
    const record = await readPurchaseRecord(db, reference);
    if (record === null) throw notFound('purchase');
    const of = { subject: reference, requestRef: reference, accountId: record.account.id };
    if (token) await insertAction(db, operatorOf(response), { action: 'purchase.show_token', ...of });
    const actions = await listPurchaseActions(db, reference);
    response.json(toldPurchase(record, actions, { token }) satisfies OperatorPurchase);
  };
}
