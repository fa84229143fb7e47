import { getWebhookUrl } from '@topup/core/account';
import { hasSigningKey } from '@topup/core/api-key';
import {
  countAccountOpenPurchases,
  listAccountPurchases,
  listDeliveries,
  type AccountSales as Sold,
  sumAccountSales,
} from '@topup/core/reporting';
import { type RequestSum, sumRequests } from '@topup/core/request-log';
import { type Db, formatNaira } from '@topup/core/shared';
import { dayIn, spansUntil } from '@topup/core/time';
import { getWallet } from '@topup/core/wallet';
import type { AccountSales, AccountSalesGroup, Overview, Range } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, modeOf, requireRight, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { toTransactionRow } from '../transactions/transactions.presenter';
import { createCachedSpans, createCachedSums } from './cached-spans';
import { fromOf, spansOf, toAccountSales, toPoint, toRequests, toToday } from './overview.presenter';
import { createServiceNotices } from './service-notices';

const RECENT = 10;
/** More failed deliveries are not counted, so that the overview of an account whose webhook is down costs no more. */
const MOST_FAILED = 100;
const DAY_MS = 86_400_000;
/** Spans, of 0.2 kB each. A month of 300 accounts is 9,000. */
const MAX_REQUESTS_CACHED = 10_000;
/** Of sales they have up to 10 kB each: a row for each network, with its times. */
const MAX_SALES_CACHED = 3_000;

const schema = Joi.object<{ range: Range }>({ range: query.range() });
const salesSchema = Joi.object<{ range: Range; by: AccountSalesGroup }>({
  range: query.range(),
  by: query.oneOf(['product', 'network']).default('product'),
});

/** The overview of one account. */
export function overviewRoutes(deps: Pick<Deps, 'db' | 'clock'>): Router {
  const { db, clock } = deps;
  const cachedSums = createCachedSums(deps);
  const cachedRequests = createCachedSpans<RequestSum>({
    clock,
    max: MAX_REQUESTS_CACHED,
    count: (accountId, spans) => sumRequests(db, accountId, spans),
    hasOpen: () => false,
  });
  const cachedSales = createCachedSpans<Sold[]>({
    clock,
    max: MAX_SALES_CACHED,
    count: (accountId, spans) => sumAccountSales(db, accountId, spans),
    hasOpen: (found) => found.some(({ open }) => open > 0),
  });
  const noticesOf = createServiceNotices(deps);
  const router = Router();
  router.get(['/overview', '/overview/sales'], requireRight('read'));
  router.get('/overview', async (request, response) => {
    const { range } = readQuery(schema, request);
    const accountId = accountIdOf(response);
    const [now, zone] = [clock.now(), timeZoneOf(response)];
    const spans = spansOf(range, now, zone);
    const [ofToday = []] = await cachedSums(accountId, spansUntil(now, zone, 24, 1));
    const sums = await cachedSums(accountId, spans);
    const [requests, failedDeliveries, wallet, pending, recent, hasKey, webhookUrl, services] = await Promise.all([
      cachedRequests(accountId, spans),
      countFailed(db, accountId, now),
      getWallet(db, accountId),
      countAccountOpenPurchases(db, accountId),
      listAccountPurchases(db, accountId, {}, { after: null, limit: RECENT }),
      hasSigningKey(db, accountId),
      getWebhookUrl(db, accountId),
      modeOf(response) === 'live' ? noticesOf(accountId) : [], // no test purchase reaches a provider
    ]);
    const { balanceKobo, low, lowBalanceKobo } = wallet;
    const hasPurchase = recent.length > 0;
    response.json({
      balance: formatNaira(balanceKobo),
      lowBelow: low && lowBalanceKobo !== null ? formatNaira(lowBalanceKobo) : null,
      today: toToday(ofToday, dayIn(zone, now)),
      pending: { count: pending, filter: { status: 'pending' } },
      range,
      failedDeliveries,
      requests: toRequests(requests, fromOf(range, spans, zone)),
      points: spans.map((span, place) => toPoint(span, sums[place] ?? [])),
      recent: recent.map(toTransactionRow),
      services,
      setUp: { hasMoney: balanceKobo > 0n || hasPurchase, hasKey, hasWebhook: webhookUrl !== null, hasPurchase },
    } satisfies Overview);
  });
  router.get('/overview/sales', async (request, response) => {
    const { range, by } = readQuery(salesSchema, request);
    const zone = timeZoneOf(response);
    const spans = spansOf(range, clock.now(), zone);
    const sold = await cachedSales(accountIdOf(response), spans);
    const from = fromOf(range, spans, zone);
    response.json(toAccountSales({ range, by, spans, from }, sold) satisfies AccountSales);
  });
  return router;
}

/**
 * Of the last 24 hours, by the list itself. In test mode it looks at the newest thousand events of each kind: the list
 * gives up a page there.
 */
async function countFailed(db: Db, accountId: string, now: Date): Promise<Overview['failedDeliveries']> {
  const from = new Date(now.getTime() - DAY_MS);
  const found = await listDeliveries(db, accountId, { state: 'undelivered', from }, { limit: MOST_FAILED });
  const filter = { state: 'undelivered', from: from.toISOString() } as const;
  const count = found?.rows.length ?? 0;
  return { count, more: count === MOST_FAILED && found?.next != null, filter };
}
