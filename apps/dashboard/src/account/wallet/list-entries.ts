import { formatNaira } from '@topup/core/shared';
import { type EntryFilter, entryKinds, type ListedEntry, listEntries as readEntries } from '@topup/core/wallet';
import type { LedgerRow, Page } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { harmlessText, sendCsv } from '../../http/csv';
import { PLACE, pageOf, pagesOf, readCursor, writeCursor } from '../../http/pagination';
import { dayInLagos, query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { ledgerRow } from './wallet.presenter';

const CSV_PAGE = 1000;

const filterFields = { kind: query.oneOf(entryKinds), from: query.from(), to: query.to() };
const filterSchema = Joi.object<EntryFilter>(filterFields);
const pageSchema = Joi.object<EntryFilter & { cursor?: string; limit: number }>({
  ...filterFields,
  cursor: query.cursor(),
  limit: query.limit(),
});

/** GET /api/wallet/entries: a page of the account's ledger, the youngest first. */
export function listEntries({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, ...filter } = readFields(pageSchema, request.query);
    const after = cursor === undefined ? null : placeOf(cursor);
    const accountId = accountIdOf(response);
    const { rows, next } = await pageOf(limit, (atMost) =>
      readEntries(db, accountId, filter, { after, limit: atMost }),
    );
    response.json({ rows: rows.map(ledgerRow), next: next && writeCursor(String(next.id)) } satisfies Page<LedgerRow>);
  };
}

/** GET /api/wallet/entries.csv: all of them, as a file. */
export function exportEntries({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const filter = readFields(filterSchema, request.query);
    const accountId = accountIdOf(response);
    const pages = pagesOf<ListedEntry>(CSV_PAGE, (last, limit) =>
      readEntries(db, accountId, filter, { after: last?.id ?? null, limit }),
    );
    await sendCsv(response, { name: 'wallet', date: dayInLagos(clock.now()), columns: COLUMNS, pages });
  };
}

const COLUMNS: [string, (entry: ListedEntry) => string][] = [
  ['id', ({ id }) => String(id)],
  ['kind', ({ kind }) => kind],
  ['amount', ({ amountKobo }) => formatNaira(amountKobo)],
  ['balance_before', ({ balanceBeforeKobo }) => formatNaira(balanceBeforeKobo)],
  ['balance_after', ({ balanceAfterKobo }) => formatNaira(balanceAfterKobo)],
  ['reference', ({ reference }) => harmlessText(reference)],
  ['created_at', ({ createdAt }) => createdAt.toISOString()],
];

const placeOf = (cursor: string): bigint => BigInt(readCursor(cursor, PLACE.number)[0]);
