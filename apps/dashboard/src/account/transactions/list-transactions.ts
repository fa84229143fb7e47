import {
  type AccountPurchaseCursor,
  type AccountPurchaseFilter,
  type ListedPurchase,
  listAccountPurchases,
} from '@topup/core/reporting';
import type { Page, Product, TransactionRow } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { harmlessText, sendCsv } from '../../http/csv';
import { asStored } from '../../http/normalize-search';
import { pageOf, pagesOf, readCursor, writeCursor } from '../../http/pagination';
import { dayInLagos, query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { boughtOf } from './product-label';
import { asTransactionRow } from './transactions.presenter';

const CSV_PAGE = 1000; // read in some 10 ms, and 0.3 MB of text

const filterFields = {
  search: query.search(),
  product: query.product(),
  status: query.status(),
  from: query.from(),
  to: query.to(),
};
type Filter = Omit<AccountPurchaseFilter, 'productType'> & { product?: Product };

const filterSchema = Joi.object<Filter>(filterFields);
const pageSchema = Joi.object<Filter & { cursor?: string; limit: number }>({
  ...filterFields,
  cursor: query.cursor(),
  limit: query.limit(),
});

/** GET /api/transactions: a page of the account's purchases, the youngest first. */
export function listTransactions({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, ...fields } = readFields(pageSchema, request.query);
    const filter = asFilter(fields);
    const after = cursor === undefined ? null : placeOf(cursor);
    const accountId = accountIdOf(response);
    const { rows, next } = await pageOf(limit, (atMost) =>
      listAccountPurchases(db, accountId, filter, { after, limit: atMost }),
    );
    response.json({ rows: rows.map(asTransactionRow), next: next && cursorOf(next) } satisfies Page<TransactionRow>);
  };
}

/** GET /api/transactions.csv: all of them, as a file. */
export function exportTransactions({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const filter = asFilter(readFields(filterSchema, request.query));
    const accountId = accountIdOf(response);
    const pages = pagesOf<ListedPurchase>(CSV_PAGE, (after, limit) =>
      listAccountPurchases(db, accountId, filter, { after, limit }),
    );
    await sendCsv(response, { name: 'transactions', date: dayInLagos(clock.now()), columns: COLUMNS, pages });
  };
}

const asFilter = ({ product, search, ...filter }: Filter): AccountPurchaseFilter => ({
  ...filter,
  ...(search && { search: asStored(search) }),
  productType: product,
});

const COLUMNS: [string, (purchase: ListedPurchase) => string][] = [
  ['reference', ({ requestRef }) => harmlessText(requestRef)],
  ['product', ({ productType }) => productType],
  ['status', ({ status }) => status],
  ['amount', (purchase) => asTransactionRow(purchase).amount],
  ['recipient', ({ recipient }) => harmlessText(recipient)],
  ['description', (purchase) => harmlessText(boughtOf(purchase))],
  ['message', ({ message }) => harmlessText(message ?? '')],
  ['created_at', ({ createdAt }) => createdAt.toISOString()],
  ['final_at', ({ finalAt }) => finalAt?.toISOString() ?? ''],
];

const cursorOf = ({ createdAtUs, id }: AccountPurchaseCursor): string => writeCursor(`${createdAtUs}.${id}`);

function placeOf(cursor: string): AccountPurchaseCursor {
  const [, createdAtUs = '', id = ''] = readCursor(
    cursor,
    /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  );
  return { createdAtUs: BigInt(createdAtUs), id };
}
