import { sumAccounts } from '@topup/core/account';
import { listSalesHolds, readCatalogueAge } from '@topup/core/catalogue';
import { sumTransfers } from '@topup/core/collection';
import { countOpenApprovals } from '@topup/core/operator-guard';
import { readBacklog, readOpenPurchases } from '@topup/core/reporting';
import { formatNaira, pick, toWire } from '@topup/core/shared';
import { LAGOS } from '@topup/core/time';
import { latestResult, listVerifications } from '@topup/core/wallet';
import type { OperatorOverview, Range, SalesGroup, ServiceSales } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { spansOf } from '../../account/overview/overview.presenter';
import type { Deps } from '../../deps';
import { cached } from '../../expiring-cache';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import type { MarkedAccounts } from '../accounts/marked-accounts';
import { type FloatNow, toFloat } from '../provider/float-reader';
import type { LastHour } from '../provider/last-hour';
import { readBreakerRows } from '../provider/provider.routes';
import { LONG_OPEN_MINUTES, toAttention } from './attention';
import { hoursIn, toServiceSales, toToday } from './sales.presenter';
import { createServiceHours, DAY_HOURS } from './service-hours';

const CACHE_MS = 5_000;
/** The number of hours that the last hour is compared with. */
const USUAL_HOURS = 7 * DAY_HOURS;

/** Values that the overview shares with other pages, so that both show the same. */
type Shared = { floats(): Promise<FloatNow[]>; lastHour(): Promise<LastHour>; marked: MarkedAccounts };

type OverviewDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The overview of the whole service. */
export function overviewRoutes(deps: OverviewDeps, { floats, lastHour, marked }: Shared): Router {
  const { clock } = deps;
  const serviceHours = createServiceHours(deps);
  const state = cached(CACHE_MS, clock, () => readState(deps));
  const router = Router();
  router.get('/overview', async (_request, response) => {
    const [{ hours }, known, floatsNow, sent, low, failing] = await Promise.all([
      serviceHours.read(USUAL_HOURS),
      state(),
      floats(),
      lastHour(),
      marked.low(),
      marked.failing(),
    ]);
    const { accounts, open, underReview, openClaims, latest, books, holds, catalogue, approvals, breakers, transfers } =
      known;
    const now = clock.now();
    const floatRows = floatsNow.map(toFloat);
    response.json({
      attention: toAttention({
        now,
        floats: floatRows,
        breakers: toWire(breakers),
        lastHour: sent,
        hours,
        books,
        catalogue,
        approvals,
        review: underReview,
        claims: openClaims,
        transfers: transfers.waiting + transfers.unassigned,
        longOpen: open.long,
        salesHolds: holds.length,
        failingWebhooks: failing.length,
        firstAccountAt: accounts.firstAt,
      }),
      accounts: { active: accounts.active, suspended: accounts.suspended, low: low.length },
      balances: formatNaira(accounts.balancesKobo),
      today: toToday(hours, now),
      open: toWire(pick(open, 'initiated', 'pending', 'oldestAt')),
      review: underReview,
      floats: floatRows,
      books: latest ? toWire(latest) : null,
    } satisfies OperatorOverview);
  });
  router.get('/overview/sales', async (request, response) => {
    const { range, by } = readQuery(ASKED, request);
    const now = clock.now();
    const spans = spansOf(range, now, LAGOS);
    const counted = await serviceHours.read(hoursIn(spans, now));
    response.json(toServiceSales({ range, by, now, spans, ...counted }) satisfies ServiceSales);
  });
  return router;
}

const ASKED = Joi.object<{ range: Range; by: SalesGroup }>({
  range: query.range(),
  by: query.oneOf(['product', 'network', 'provider']).default('product'),
});

/** Reads the present state, each part with one statement. */
async function readState({ db }: OverviewDeps) {
  const [
    accounts,
    open,
    { underReview, openClaims },
    [latest],
    books,
    holds,
    catalogue,
    approvals,
    breakers,
    transfers,
  ] = await Promise.all([
    sumAccounts(db),
    readOpenPurchases(db, LONG_OPEN_MINUTES),
    readBacklog(db),
    listVerifications(db, { limit: 1 }),
    latestResult(db),
    listSalesHolds(db),
    readCatalogueAge(db),
    countOpenApprovals(db),
    readBreakerRows(db),
    sumTransfers(db),
  ]);
  return { accounts, open, underReview, openClaims, latest, books, holds, catalogue, approvals, breakers, transfers };
}
