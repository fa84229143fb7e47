import type { ProductType } from '@topup/core/product';
import {
  listMargins,
  MARGIN_DAYS,
  type MarginFilter,
  type MarginGroup,
  type MarginSum,
  marginColumns,
  marginGroups,
  type PurchaseMargin,
  purchaseMarginColumns,
  readMargins,
  totalOf,
} from '@topup/core/reporting';
import { lagosMidnight, type TimeSpan, timeIn } from '@topup/core/time';
import type { Margins, Page, PurchaseMarginRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { PURCHASE_PLACE, purchaseAt, purchasePlace } from '../../account/transactions/purchase-cursor';
import { timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { exportCsv, OPERATORS } from '../../http/csv';
import { PAGE_ROWS, readCursor, readPage, readPages, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { uuid } from '../operator.input';
import { toMarginRow, toPoints, toPurchaseMarginRow } from './margin.presenter';
import { createMarginSums, type MarginSums } from './margin-sums';

type MarginDeps = Pick<Deps, 'db' | 'clock' | 'exports'>;

/** What the service earns. */
export function marginRoutes(deps: MarginDeps): Router {
  const sums = createMarginSums(deps);
  const router = Router();
  router.get('/margin', show(deps, sums));
  router.get('/margin/purchases', listPurchases(deps));
  router.get('/margin.csv', exportMargins(deps, sums));
  return router;
}

type Query = { from?: Date; to?: Date; account?: string; product?: ProductType };

const FILTER = {
  from: query.from(),
  to: query.to(),
  account: uuid.optional().empty(''),
  product: query.product(),
};
const by = (...words: string[]) => query.oneOf(words).default('day');
const SHOWN = Joi.object<Query & { by: MarginGroup }>({ ...FILTER, by: by(...marginGroups) });
const EXPORTED = Joi.object<Query & { by: MarginGroup | 'purchase' }>({
  ...FILTER,
  by: by(...marginGroups, 'purchase'),
});
const LISTED = Joi.object<Query & { cursor?: string }>({ ...FILTER, cursor: query.cursor() });

/** The days before today that are shown when nobody says which. */
const DAYS_BEFORE = 6;
const DAY_MS = 86_400_000;

/** @throws Refusal 400 when the span is empty or longer than a report may be */
function toSpan({ clock }: Pick<Deps, 'clock'>, { from, to }: Query): TimeSpan {
  // the end of today, and not this moment, so that what is cached of today is found again
  const until = to ?? lagosMidnight(clock.now(), -1);
  const since = from ?? lagosMidnight(new Date(until.getTime() - 1), DAYS_BEFORE);
  if (since >= until) throw wrongSpan('“From” must be before “To”.');
  if (until.getTime() - since.getTime() > MARGIN_DAYS * DAY_MS) throw wrongSpan(`Choose at most ${MARGIN_DAYS} days.`);
  return { since, until };
}

const wrongSpan = (text: string) => new Refusal(400, 'validation_failed', text, { from: text });

const toFilter = ({ account, product }: Query): MarginFilter => ({ accountId: account, product });

function show(deps: MarginDeps, sums: MarginSums): RequestHandler {
  return async (request, response) => {
    const { by, ...asked } = readQuery(SHOWN, request, timeZoneOf(response));
    const [span, filter] = [toSpan(deps, asked), toFilter(asked)];
    const read = (group: MarginGroup) => readMargins(group, span, (day) => sums.read(group, day, filter));
    const rows = await read(by);
    response.json({
      from: span.since.toISOString(),
      to: span.until.toISOString(),
      rows: rows.map(toMarginRow),
      total: toMarginRow(totalOf(rows)),
      points: toPoints(span, by === 'day' ? rows : await read('day')),
    } satisfies Margins);
  };
}

function listPurchases(deps: MarginDeps): RequestHandler {
  return async (request, response) => {
    const { cursor, ...asked } = readQuery(LISTED, request, timeZoneOf(response));
    const span = toSpan(deps, asked);
    const after = cursor === undefined ? null : purchaseAt(readCursor(cursor, PURCHASE_PLACE)[0]);
    const { rows, next } = await readPage(PAGE_ROWS, (limit) =>
      listMargins(deps.db, span, toFilter(asked), { after, limit }),
    );
    response.json({
      rows: rows.map(toPurchaseMarginRow),
      next: next && writeCursor(purchasePlace(next)),
    } satisfies Page<PurchaseMarginRow>);
  };
}

const CSV_PAGE = 1000;

/** The same as a file: sums, or every purchase, newest first. */
function exportMargins({ db, clock, exports }: MarginDeps, sums: MarginSums): RequestHandler {
  return async (request, response) => {
    const zone = timeZoneOf(response);
    const { by, ...asked } = readQuery(EXPORTED, request, zone);
    const [span, filter] = [toSpan({ clock }, asked), toFilter(asked)];
    const file = { name: `margin-by-${by}`, now: clock.now(), zone };
    if (by === 'purchase') {
      const pages = readPages<PurchaseMargin>(CSV_PAGE, (after, limit) =>
        listMargins(db, span, filter, { after, limit }),
      );
      const columns = purchaseMarginColumns((at) => timeIn(zone, at));
      return exportCsv(exports, OPERATORS, response, { ...file, columns, pages });
    }
    const pages = onePage(() => readMargins(by, span, (day) => sums.read(by, day, filter)));
    await exportCsv(exports, OPERATORS, response, { ...file, columns: marginColumns(by), pages });
  };
}

async function* onePage(read: () => Promise<MarginSum[]>): AsyncGenerator<MarginSum[], void, void> {
  yield await read();
}
