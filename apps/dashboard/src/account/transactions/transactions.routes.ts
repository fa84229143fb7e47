import {
  type AccountPurchaseFilter,
  type FoundPage,
  type ListedPurchase,
  readPurchaseRecord,
  type SearchCursor,
  type SearchedStatus,
  searchAccountPurchases,
  statusesOf,
} from '@topup/core/reporting';
import { type Db, isOneLine } from '@topup/core/shared';
import type { CheckableTransaction, Page, TransactionRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { columnsOf, exportCsv } from '../../http/csv';
import { normalizeSearch } from '../../http/normalize-search';
import { readCursor, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { checkPurchase, readCheck } from './check-purchase';
import { PURCHASE_PLACE, purchaseAt, purchasePlace } from './purchase-cursor';
import { toListed, toTransaction, toTransactionRow } from './transactions.presenter';

const CSV_PAGE = 1000; // read in about 10 ms; 0.3 MB of text

const filterFields = {
  search: query.search(),
  product: query.product(),
  status: query.status(),
  from: query.from(),
  to: query.to(),
};

type Asked = Omit<AccountPurchaseFilter, 'status'> & { status?: SearchedStatus };

const filterSchema = Joi.object<Asked>(filterFields);
const pageSchema = Joi.object<Asked & { cursor?: string; limit: number }>({
  ...filterFields,
  cursor: query.cursor(),
  limit: query.limit(),
});

/** The account's purchases. */
export function transactionRoutes(deps: Pick<Deps, 'db' | 'clock' | 'exports'>): Router {
  return Router()
    .get('/transactions', listTransactions(deps))
    .get('/transactions.csv', exportTransactions(deps))
    .get('/transactions/:reference', readTransaction(deps))
    .post('/transactions/:reference/check', checkPurchase(deps));
}

/**
 * GET /api/transactions: a page of the account's purchases, newest first; of a search, first those that it names as a
 * whole. A page of a search may be short or empty and still have a next one.
 */
function listTransactions({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, ...fields } = readQuery(pageSchema, request, timeZoneOf(response));
    const filter = toFilter(fields);
    const after = cursor === undefined ? null : purchaseAt(readCursor(cursor, PURCHASE_PLACE)[0]);
    const { rows, next } = await searchAccountPurchases(db, accountIdOf(response), filter, { after, limit });
    const page = { rows: rows.map(toTransactionRow), next: next && writeCursor(purchasePlace(next)) };
    response.json(page satisfies Page<TransactionRow>);
  };
}

/** GET /api/transactions.csv: all of them as a file. */
function exportTransactions({ db, clock, exports }: Pick<Deps, 'db' | 'clock' | 'exports'>): RequestHandler {
  return async (request, response) => {
    const zone = timeZoneOf(response);
    const filter = toFilter(readQuery(filterSchema, request, zone));
    const accountId = accountIdOf(response);
    const pages = pagesOf(db, accountId, filter);
    const file = { name: 'transactions', now: clock.now(), zone, columns: COLUMNS, pages };
    await exportCsv(exports, accountId, response, file);
  };
}

async function* pagesOf(db: Db, accountId: string, filter: AccountPurchaseFilter): AsyncGenerator<Row[], void, void> {
  let after: SearchCursor | null = null;
  do {
    const page: FoundPage<ListedPurchase> = await searchAccountPurchases(db, accountId, filter, {
      after,
      limit: CSV_PAGE,
    });
    yield page.rows.map(toListed);
    after = page.next;
  } while (after !== null);
}

/** GET /api/transactions/:reference. A purchase of another account is answered like one that does not exist. */
function readTransaction({ db }: Pick<Deps, 'db'>): RequestHandler<{ reference: string }> {
  return async (request, response) => {
    const { reference } = request.params;
    const key = { accountId: accountIdOf(response), requestRef: reference };
    const record = isOneLine(reference) ? await readPurchaseRecord(db, key) : null;
    if (record === null) throw notFound('transaction');
    const check = await readCheck(db, record.purchase);
    response.json({ ...toTransaction(record), check } satisfies CheckableTransaction);
  };
}

const toFilter = ({ search, status, ...filter }: Asked): AccountPurchaseFilter => ({
  ...filter,
  status: statusesOf(status),
  ...(search && { search: normalizeSearch(search) }),
});

type Row = ReturnType<typeof toListed>;

const COLUMNS = columnsOf<Row>()(['reference,product,status,amount,recipient,description,message,created_at,final_at']);
