import { type EntryFilter, entryKinds, listEntries as listLedgerEntries } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { LedgerRow, Page, Wallet } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, requireOwner, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { exportCsv } from '../../http/csv';
import { PLACE, readCursor, readPage, readPages, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { setOwnLowBalance } from './low-balance.route';
import { addTestFunds, resetTest } from './test-money.routes';
import { ENTRY_COLUMNS, toLedgerRow, toWallet } from './wallet.presenter';

const CSV_PAGE = 1000;

const filterFields = { kind: query.oneOf(entryKinds), from: query.from(), to: query.to() };
const filterSchema = Joi.object<EntryFilter>(filterFields);
const pageSchema = Joi.object<EntryFilter & { cursor?: string; limit: number }>({
  ...filterFields,
  cursor: query.cursor(),
  limit: query.limit(),
});

/** The account's money. All members may read, and do with play money what they like; only owners set the threshold. */
export function walletRoutes(deps: Pick<Deps, 'db' | 'clock' | 'exports' | 'fundingDetails'>): Router {
  return Router()
    .get('/wallet', readWallet(deps))
    .post('/wallet/low-balance', requireOwner, setOwnLowBalance(deps))
    .post('/wallet/test-funds', addTestFunds(deps))
    .post('/wallet/test-reset', resetTest(deps))
    .get('/wallet/entries', listEntries(deps))
    .get('/wallet/entries.csv', exportEntries(deps));
}

/** GET /api/wallet */
function readWallet({ db, fundingDetails }: Pick<Deps, 'db' | 'fundingDetails'>): RequestHandler {
  return async (_request, response) => {
    response.json(toWallet(await getWallet(db, accountIdOf(response)), fundingDetails) satisfies Wallet);
  };
}

/** GET /api/wallet/entries: a page of the account's ledger, newest first. */
function listEntries({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, ...filter } = readQuery(pageSchema, request, timeZoneOf(response));
    const after = cursor === undefined ? null : parseCursor(cursor);
    const accountId = accountIdOf(response);
    const { rows, next } = await readPage(limit, (rows) =>
      listLedgerEntries(db, accountId, filter, { after, limit: rows }),
    );
    response.json({
      rows: toWire(rows.map(toLedgerRow)),
      next: next && writeCursor(String(next.id)),
    } satisfies Page<LedgerRow>);
  };
}

/** GET /api/wallet/entries.csv: all of them as a file. */
function exportEntries({ db, clock, exports }: Pick<Deps, 'db' | 'clock' | 'exports'>): RequestHandler {
  return async (request, response) => {
    const zone = timeZoneOf(response);
    const filter = readQuery(filterSchema, request, zone);
    const accountId = accountIdOf(response);
    const pages = readPages<ReturnType<typeof toLedgerRow>>(CSV_PAGE, async (last, limit) =>
      (await listLedgerEntries(db, accountId, filter, { after: last?.id ?? null, limit })).map(toLedgerRow),
    );
    const file = { name: 'wallet', now: clock.now(), zone, columns: ENTRY_COLUMNS, pages };
    await exportCsv(exports, accountId, response, file);
  };
}

const parseCursor = (cursor: string): bigint => BigInt(readCursor(cursor, PLACE.number)[0]);
