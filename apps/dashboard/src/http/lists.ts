import { toWire, type Wire } from '@topup/core/shared';
import type { Page } from '@topup/dashboard-contract';
import type { Request, Response, Router } from 'express';
import Joi from 'joi';
import { timeZoneOf } from '../auth/signed-in';
import type { Deps } from '../deps';
import { type CsvColumn, exportCsv, OPERATORS } from './csv';
import { PAGE_ROWS, type Place, readAfter, readPage, writeCursor } from './pagination';
import { query } from './query';
import { readQuery } from './read-fields';

/** Dependencies of a list and its file. */
export type ListDeps = Pick<Deps, 'db' | 'clock' | 'exports'>;

/** Undefined means no filter. At `from` or later, and before `to`. */
export type Span = { from?: Date | undefined; to?: Date | undefined };

/** The filters of a list whose rows have a time. */
export const SPAN = { from: query.from(), to: query.to() };

/** Rows that are also a file. */
type Table<Row> = {
  /** The path of the list. The file is there too, with `.csv` at its end. */
  path: string;
  /** The name of the file, without the date and `.csv`; of a list below a thing, it may name that. */
  file: string | ((request: Request) => string);
  /** The query parameters of both. Default: none. */
  filters?: Joi.SchemaMap;
  /** The columns of the file, each made from a row of the list. */
  columns: CsvColumn<Row>[];
  /** The account whose list it is: its pages have as many rows as it asks for. Default: a list of operators. */
  accountOf?(response: Response): string;
};

type After<At> = { after: At | null; limit: number };

/** At most `limit` rows after a place. `next`: the place of the last one, null at the end of the list. */
type PagedList<Asked, Row, Next, At> = Table<Row> & {
  place: Place<Next, At>;
  read(asked: Asked, page: After<At>, response: Response): Promise<{ rows: Row[]; next: Next | null }>;
};

/** The same of rows that are stored one by one. */
type StoredList<Asked, Stored, Row, At> = Table<Row> & {
  place: Place<Stored, At>;
  read(asked: Asked, page: After<At>, response: Response): Promise<Stored[]>;
  toRow(stored: Stored): Row;
};

const CSV_ROWS = 1000; // read in about 10 ms; 0.3 MB of text

/** Serves a list page by page, and all of it as a file with the same filters and columns of the same rows. */
export function servePaged<Asked, Row, Next, At>(
  router: Router,
  deps: ListDeps,
  list: PagedList<Asked, Row, Next, At>,
): void {
  const { path, filters, place, read, accountOf } = list;
  const schema = Joi.object<{ cursor?: string; limit?: number }>({
    ...filters,
    cursor: query.cursor(),
    ...(accountOf && { limit: query.limit() }),
  });
  router.get(path, async (request, response) => {
    const { cursor, limit = PAGE_ROWS, ...asked } = readQuery(schema, request, timeZoneOf(response));
    const { rows, next } = await read(asked as Asked, { after: readAfter(place, cursor), limit }, response);
    response.json({ rows: toWire(rows), next: next && writeCursor(place.of(next)) } satisfies Page<Wire<Row>>);
  });
  serveFile<Asked, Row>(router, deps, {
    ...list,
    async *pages(asked, response) {
      let after: At | null = null;
      do {
        const { rows, next } = await read(asked, { after, limit: CSV_ROWS }, response);
        yield rows;
        after = next && place.read(place.of(next));
      } while (after !== null);
    },
  });
}

/** The same of what is stored row by row. */
export const serveStored = <Asked, Stored, Row, At>(
  router: Router,
  deps: ListDeps,
  { read, toRow, ...list }: StoredList<Asked, Stored, Row, At>,
): void =>
  servePaged<Asked, Row, Stored, At>(router, deps, {
    ...list,
    async read(asked, { after, limit }, response) {
      const { rows, next } = await readPage(limit, (most) => read(asked, { after, limit: most }, response));
      return { rows: rows.map(toRow), next };
    },
  });

type WholeList<Asked, Row> = Table<Row> & { read(asked: Asked, response: Response): Promise<Row[]> };

/** Serves a list that is read as a whole, and the same as a file. */
export function serveWhole<Asked, Row>(router: Router, deps: ListDeps, list: WholeList<Asked, Row>): void {
  const schema = Joi.object<Asked>(list.filters ?? {});
  router.get(list.path, async (request, response) => {
    response.json(toWire(await list.read(readQuery(schema, request, timeZoneOf(response)), response)));
  });
  serveTable(router, deps, list);
}

/** Serves the file alone, of rows that pages read as a part of something else. */
export const serveTable = <Asked, Row>(router: Router, deps: ListDeps, table: WholeList<Asked, Row>): void =>
  serveFile<Asked, Row>(router, deps, {
    ...table,
    async *pages(asked, response) {
      yield await table.read(asked, response);
    },
  });

type File<Asked, Row> = Table<Row> & {
  pages(asked: Asked, response: Response): AsyncGenerator<Row[], void, void>;
};

function serveFile<Asked, Row>(
  router: Router,
  { clock, exports }: ListDeps,
  { path, file: name, filters = {}, columns, pages, accountOf = () => OPERATORS }: File<Asked, Row>,
): void {
  const schema = Joi.object<Asked>(filters);
  router.get(`${path}.csv`, async (request, response) => {
    const zone = timeZoneOf(response);
    const rows = pages(readQuery(schema, request, zone), response);
    const file = {
      name: typeof name === 'string' ? name : name(request),
      now: clock.now(),
      zone,
      columns,
      pages: rows,
    };
    await exportCsv(exports, accountOf(response), response, file);
  });
}

/** The rows of a list that is read as a whole whose time is in a span. */
export const within = <Row>(rows: Row[], { from, to }: Span, timeOf: (row: Row) => Date): Row[] =>
  rows.filter((row) => {
    const at = timeOf(row);
    return (from === undefined || at >= from) && (to === undefined || at < to);
  });
