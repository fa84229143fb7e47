import { findAccount } from '@topup/core/account';
import { productTypes } from '@topup/core/product';
import {
  type EntryKind,
  type ListedEntry,
  listEntriesInOrder,
  type PurchaseSum,
  sumWallet,
} from '@topup/core/reporting';
import { type Db, toWire } from '@topup/core/shared';
import { startOfDay, type TimeSpan } from '@topup/core/time';
import type { MonthlyStatement, ProductSum } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, liveAccountIdOf, requireRight, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { columnsOf, exportCsv } from '../../http/csv';
import { readPages } from '../../http/pagination';
import { readQuery } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { createCachedSums } from '../overview/cached-spans';
import { amountOf, countOf } from '../overview/overview.presenter';
import { toLedgerRow } from '../wallet/wallet.routes';
import { type Month, monthField, monthsSince, readMonth } from './month';

/** Those of a page, about ten sheets of paper. The file has all. */
const SHOWN_ENTRIES = 300;
const CSV_PAGE = 1000;

const schema = Joi.object<{ month?: string }>({ month: monthField });

/** The account's monthly statements: balances and sums of a month with its first entries, and a file of all entries. */
export function statementRoutes({ db, clock, exports }: Pick<Deps, 'db' | 'clock' | 'exports'>): Router {
  const cachedSums = createCachedSums({ db, clock });
  const router = Router();
  router.get(['/statement', '/statement.csv'], requireRight('read'));
  router.get('/statement', async (request, response) => {
    const [zone, now] = [timeZoneOf(response), clock.now()];
    const month = readMonth(readQuery(schema, request).month, zone, now);
    const account = await findAccount(db, liveAccountIdOf(response));
    if (account === null) throw notFound('account');
    const accountId = accountIdOf(response);
    const sums = await cachedSums(accountId, spansOf(month, zone));
    const wallet = await sumWallet(db, accountId, month.span);
    const page = { after: null, limit: SHOWN_ENTRIES + 1 };
    const entries = await listEntriesInOrder(db, accountId, month.span, page);
    response.json({
      month: month.name,
      from: month.days[0] ?? '',
      to: month.days.at(-1) ?? '',
      isOver: month.span.until <= now,
      months: monthsSince(account.createdAt, zone, now),
      wallet: toWire({
        ...wallet,
        entries: entries.slice(0, SHOWN_ENTRIES).map(toLedgerRow),
        more: entries.length > SHOWN_ENTRIES,
      }),
      purchases: toProductSums(sums.flat()),
    } satisfies MonthlyStatement);
  });
  router.get('/statement.csv', async (request, response) => {
    const [zone, now] = [timeZoneOf(response), clock.now()];
    const { name, span } = readMonth(readQuery(schema, request).month, zone, now);
    const pages = linesOf(db, accountIdOf(response), span);
    const file = { name: 'statement', period: name, now, zone, columns: COLUMNS, pages };
    await exportCsv(exports, accountIdOf(response), response, file);
  });
  return router;
}

/** Its days, which are summed one by one: a day that is over is kept, and no sum takes longer than a statement may. */
const spansOf = ({ days, span }: Month, zone: string) =>
  days.map((day, place) => {
    const next = days[place + 1];
    return { since: startOfDay(zone, day), until: next === undefined ? span.until : startOfDay(zone, next) };
  });

/** The entries of a month, each with its balance, between the opening and the closing one. */
async function* linesOf(db: Db, accountId: string, span: TimeSpan): AsyncGenerator<Line[], void, void> {
  let { openingKobo: balanceKobo } = await sumWallet(db, accountId, span);
  yield [{ kind: 'opening', balanceKobo }];
  const all = readPages<ListedEntry>(CSV_PAGE, (last, limit) =>
    listEntriesInOrder(db, accountId, span, { after: last?.id ?? null, limit }),
  );
  for await (const entries of all)
    yield entries.map((entry) => {
      balanceKobo += entry.amountKobo;
      return { ...toLedgerRow(entry), balanceKobo };
    });
  yield [{ kind: 'closing', balanceKobo }];
}

/** `balanceKobo`: after it. Entries of the same seconds at midnight can be in another order in the ledger. */
type Line = Partial<Omit<ReturnType<typeof toLedgerRow>, 'kind'>> & {
  kind: 'opening' | EntryKind | 'closing';
  balanceKobo: bigint;
};

const COLUMNS = columnsOf<Line>()(['created_at,kind,reference,amount,balance,id,corrects,reason']);

/** The sums of the days of a month, by product. */
function toProductSums(sums: PurchaseSum[]): ProductSum[] {
  return productTypes.flatMap((product) => {
    const all = sums.filter(({ productType }) => productType === product);
    if (all.length === 0) return [];
    const refunds = all.filter(({ status }) => status === 'failed' || status === 'refunded');
    const pending = all.filter(({ status }) => status === 'initiated' || status === 'pending');
    return {
      product,
      purchases: countOf(all),
      amount: amountOf(all),
      refunds: countOf(refunds),
      refunded: amountOf(refunds),
      pending: countOf(pending),
    };
  });
}
