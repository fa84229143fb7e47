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
  sumMargins,
  totalOf,
} from '@topup/core/reporting';
import { type Clock, marginText, pick, toWire } from '@topup/core/shared';
import { dayInLagos, daysOf, lagosMidnight, type TimeSpan, timeIn } from '@topup/core/time';
import type { MarginRow, Margins, Page, PurchaseMarginRow } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { timeZoneOf } from '../../auth/signed-in';
import { createExpiringCache } from '../../expiring-cache';
import { exportCsv, OPERATORS } from '../../http/csv';
import type { ListDeps } from '../../http/lists';
import { byPurchase, PAGE_ROWS, readAfter, readPage, readPages, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { uuid } from '../operator.input';

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
function toSpan(clock: Clock, { from, to }: Query): TimeSpan {
  // the end of today, and not this moment, so that what is cached of today is found again
  const until = to ?? lagosMidnight(clock.now(), -1);
  const since = from ?? lagosMidnight(new Date(until.getTime() - 1), DAYS_BEFORE);
  if (since >= until) throw wrongSpan('“From” must be before “To”.');
  if (until.getTime() - since.getTime() > MARGIN_DAYS * DAY_MS) throw wrongSpan(`Choose at most ${MARGIN_DAYS} days.`);
  return { since, until };
}

const wrongSpan = (text: string) => new Refusal(400, 'validation_failed', text, { from: text });

const toFilter = ({ account, product }: Query): MarginFilter => ({ accountId: account, product });

/** Serves the earnings of the service. */
export function marginRoutes({ db, clock, exports }: ListDeps): Router {
  const sums = createMarginSums({ db, clock });
  const router = Router();
  router.get('/margin', async (request, response) => {
    const { by, ...asked } = readQuery(SHOWN, request, timeZoneOf(response));
    const [span, filter] = [toSpan(clock, asked), toFilter(asked)];
    const read = (group: MarginGroup) => readMargins(group, span, (day) => sums(group, day, filter));
    const rows = await read(by);
    response.json({
      from: span.since.toISOString(),
      to: span.until.toISOString(),
      rows: rows.map(toMarginRow),
      total: toMarginRow(totalOf(rows)),
      points: toPoints(span, by === 'day' ? rows : await read('day')),
    } satisfies Margins);
  });
  router.get('/margin/purchases', async (request, response) => {
    const { cursor, ...asked } = readQuery(LISTED, request, timeZoneOf(response));
    const [span, after] = [toSpan(clock, asked), readAfter(byPurchase, cursor)];
    const { rows, next } = await readPage(PAGE_ROWS, (limit) =>
      listMargins(db, span, toFilter(asked), { after, limit }),
    );
    response.json({
      rows: rows.map(toPurchaseMarginRow),
      next: next && writeCursor(byPurchase.of(next)),
    } satisfies Page<PurchaseMarginRow>);
  });
  // the same as a file: sums, or every purchase, newest first
  router.get('/margin.csv', async (request, response) => {
    const zone = timeZoneOf(response);
    const { by, ...asked } = readQuery(EXPORTED, request, zone);
    const [span, filter] = [toSpan(clock, asked), toFilter(asked)];
    const file = { name: `margin-by-${by}`, now: clock.now(), zone };
    if (by === 'purchase') {
      const pages = readPages<PurchaseMargin>(CSV_PAGE, (after, limit) =>
        listMargins(db, span, filter, { after, limit }),
      );
      const columns = purchaseMarginColumns((at) => timeIn(zone, at));
      return exportCsv(exports, OPERATORS, response, { ...file, columns, pages });
    }
    const pages = onePage(() => readMargins(by, span, (day) => sums(by, day, filter)));
    await exportCsv(exports, OPERATORS, response, { ...file, columns: marginColumns(by), pages });
  });
  return router;
}

const CSV_PAGE = 1000;

async function* onePage(read: () => Promise<MarginSum[]>): AsyncGenerator<MarginSum[], void, void> {
  yield await read();
}

/** Within two days nearly every purchase is final, and its margin with it. */
const RECENT_MS = 2 * 86_400_000;
const CACHE_RECENT_MS = 15_000;
const CACHE_OLD_MS = 600_000;
/** A quarter by day and by something else. A day by account has as many rows as accounts, of 200 bytes. */
const MAX_CACHED = 300;

/**
 * The margins of days, cached in this process: 15 s while a day is recent, 10 min when it is older. A day of a million
 * purchases takes 0.7 s to add up, and a page asks for many.
 */
function createMarginSums({ db, clock }: Pick<ListDeps, 'db' | 'clock'>) {
  const cache = createExpiringCache<MarginSum[]>({ clock, max: MAX_CACHED });
  const freshMs = ({ until }: TimeSpan) =>
    until.getTime() > clock.now().getTime() - RECENT_MS ? CACHE_RECENT_MS : CACHE_OLD_MS;
  return (by: MarginGroup, day: TimeSpan, filter: MarginFilter): Promise<MarginSum[]> => {
    const { accountId = '', product = '' } = filter;
    const key = [by, accountId, product, day.since.getTime(), day.until.getTime()].join(' ');
    return cache.get(key) ?? cache.keep(key, sumMargins(db, by, day, filter), () => freshMs(day));
  };
}

function toMarginRow({ unknownKobo: unknownPriceKobo, ...sum }: MarginSum): MarginRow {
  const { margin, percent: marginPercent } = marginText(sum.priceKobo, sum.costKobo);
  return toWire({ ...sum, unknownPriceKobo, margin, marginPercent });
}

/** Every day of the span, in order: one without sales has earned nothing. */
function toPoints(span: TimeSpan, sums: MarginSum[]): Margins['points'] {
  const known = new Map(sums.map((sum) => [sum.key, toMarginRow(sum)]));
  return daysOf(span).map(({ since }) => {
    const key = dayInLagos(since);
    const { price = '0.00', margin = '0.00', unknown = 0 } = known.get(key) ?? {};
    return { key, price, margin, unknown };
  });
}

function toPurchaseMarginRow(row: PurchaseMargin): PurchaseMarginRow {
  const known = row.costKobo === null ? null : marginText(row.amountKobo, row.costKobo);
  return toWire({
    ...pick(row, 'id', 'createdAt', 'costKobo'),
    account: { id: row.accountId, name: row.account },
    reference: row.requestRef,
    product: row.productType,
    plan: row.name,
    priceKobo: row.amountKobo,
    margin: known?.margin ?? null,
    marginPercent: known?.percent ?? null,
  });
}
