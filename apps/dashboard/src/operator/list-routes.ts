import { toWire, type Wire } from '@topup/core/shared';
import type { Page } from '@topup/dashboard-contract';
import type { Request, Router } from 'express';
import Joi from 'joi';
import { timeZoneOf } from '../auth/signed-in';
import type { Deps } from '../deps';
import { type CsvColumn, exportCsv, OPERATORS } from '../http/csv';
import { PAGE_ROWS, readCursor, writeCursor } from '../http/pagination';
import { query } from '../http/query';
import { readQuery } from '../http/read-fields';

/** What serves a list and its file. */
export type ListDeps = Pick<Deps, 'db' | 'clock' | 'exports'>;

/** Undefined means no filter. At `from` or later, and before `to`. */
export type Span = { from?: Date | undefined; to?: Date | undefined };

/** The filters of a list whose rows have a time. */
export const SPAN = { from: query.from(), to: query.to() };

/** Rows that are also a file. */
type Table<Row> = {
  /** Below /api/operator. The file is there too, with `.csv` at its end. */
  path: string;
  /** The name of the file, without the date and `.csv`. */
  file: string;
  /** The query parameters of both. */
  filters: Joi.SchemaMap;
  /** What a row of the list becomes in the file. */
  columns: CsvColumn<Row>[];
};

type PagedList<Asked, Row, Place> = Table<Row> & {
  /** The pattern of a place in the list (PLACE). */
  place: RegExp;
  placeOf(at: Place): string;
  /** At most `limit` rows after a place. `next`: that of the last one, null at the end of the list. */
  read(asked: Asked, page: PageAsked, request: Request): Promise<{ rows: Row[]; next: Place | null }>;
};

type PageAsked = { after: string | null; limit: number };

const CSV_ROWS = 1000;

/** The same page, with what `toRow` makes of its rows. */
export const present =
  <Stored, Row, Place>(toRow: (stored: Stored) => Row) =>
  ({ rows, next }: { rows: Stored[]; next: Place }) => ({ rows: rows.map(toRow), next });

/** Serves a list page by page, and all of it as a file with the same filters and columns of the same rows. */
export function servePaged<Asked, Row, Place>(
  router: Router,
  deps: ListDeps,
  list: PagedList<Asked, Row, Place>,
): void {
  const { path, filters, place, placeOf, read } = list;
  const schema = Joi.object<{ cursor?: string }>({ ...filters, cursor: query.cursor() });
  router.get(path, async (request, response) => {
    const { cursor, ...rest } = readQuery(schema, request, timeZoneOf(response));
    const after = cursor === undefined ? null : readCursor(cursor, place)[0];
    const { rows, next } = await read(rest as Asked, { after, limit: PAGE_ROWS }, request);
    response.json({ rows: toWire(rows), next: next && writeCursor(placeOf(next)) } satisfies Page<Wire<Row>>);
  });
  serveFile<Asked, Row>(router, deps, {
    ...list,
    async *pages(asked, request) {
      let after: string | null = null;
      do {
        const { rows, next } = await read(asked, { after, limit: CSV_ROWS }, request);
        yield rows;
        after = next && placeOf(next);
      } while (after !== null);
    },
  });
}

/** Serves a list that is read as a whole, and the same as a file. */
export function serveWhole<Asked, Row>(
  router: Router,
  deps: ListDeps,
  list: Table<Row> & { read(asked: Asked, request: Request): Promise<Row[]> },
): void {
  const schema = Joi.object(list.filters);
  router.get(list.path, async (request, response) => {
    const asked = readQuery(schema, request, timeZoneOf(response)) as Asked;
    response.json(toWire(await list.read(asked, request)));
  });
  serveTable(router, deps, list);
}

/** Serves the file alone, of rows that pages read as a part of something else. */
export function serveTable<Asked, Row>(
  router: Router,
  deps: ListDeps,
  table: Table<Row> & { read(asked: Asked, request: Request): Promise<Row[]> },
): void {
  serveFile<Asked, Row>(router, deps, {
    ...table,
    async *pages(asked, request) {
      yield await table.read(asked, request);
    },
  });
}

type File<Asked, Row> = Table<Row> & {
  pages(asked: Asked, request: Request): AsyncGenerator<Row[], void, void>;
};

function serveFile<Asked, Row>(
  router: Router,
  { clock, exports }: ListDeps,
  { path, file: name, filters, columns, pages }: File<Asked, Row>,
): void {
  const schema = Joi.object(filters);
  router.get(`${path}.csv`, async (request, response) => {
    const zone = timeZoneOf(response);
    const asked = readQuery(schema, request, zone) as Asked;
    const file = { name, now: clock.now(), zone, columns, pages: pages(asked, request) };
    await exportCsv(exports, OPERATORS, response, file);
  });
}

/** The rows of a list that is read as a whole whose time is in a span. */
export const within = <Row>(rows: Row[], { from, to }: Span, timeOf: (row: Row) => Date): Row[] =>
  rows.filter((row) => {
    const at = timeOf(row);
    return (from === undefined || at >= from) && (to === undefined || at < to);
  });
