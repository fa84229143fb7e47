import { sumAccounts } from '@topup/core/account';
import { countStoppedPlans } from '@topup/core/catalogue';
import { readBacklog, readOpenPurchases } from '@topup/core/reporting';
import { type Db, formatNaira } from '@topup/core/shared';
import { listLowAccounts, listVerifications } from '@topup/core/wallet';
import type { OperatorOverview } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { toVerificationRow } from '../books/books.presenter';
import { cached } from '../cached';
import { toFloat } from '../provider/float.presenter';
import type { FloatNow } from '../provider/float-reader';
import { createServiceTotals } from './service-totals';

const CACHE_MS = 5_000;
const CACHE_LOW_MS = 60_000; // a few index lookups for each account

/** The overview of the whole service. */
export function overviewRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log'>, floats: () => Promise<FloatNow[]>): Router {
  const { db, clock } = deps;
  const totals = createServiceTotals(deps);
  const low = cached(CACHE_LOW_MS, clock, async () => (await listLowAccounts(db)).length);
  const state = cached(CACHE_MS, clock, () => readState(db));
  const router = Router();
  router.get('/overview', show({ totals: totals.read, low, state, floats }));
  return router;
}

async function readState(db: Db) {
  const [{ balancesKobo, ...accounts }, open, { underReview }, [latest], stoppedPlans] = await Promise.all([
    sumAccounts(db),
    readOpenPurchases(db),
    readBacklog(db),
    listVerifications(db, { limit: 1 }),
    countStoppedPlans(db),
  ]);
  return {
    accounts,
    balances: formatNaira(balancesKobo),
    open: { ...open, oldestAt: open.oldestAt?.toISOString() ?? null },
    review: underReview,
    stoppedPlans,
    books: latest ? toVerificationRow(latest) : null,
  };
}

type Readings = {
  totals: ReturnType<typeof createServiceTotals>['read'];
  low(): Promise<number>;
  state(): ReturnType<typeof readState>;
  floats(): Promise<FloatNow[]>;
};

function show({ totals, low, state, floats }: Readings): RequestHandler {
  return async (_request, response) => {
    const [{ today, points }, lowNow, { accounts, ...rest }, floatsNow] = await Promise.all([
      totals(),
      low(),
      state(),
      floats(),
    ]);
    response.json({
      accounts: { ...accounts, low: lowNow },
      ...rest,
      today,
      floats: floatsNow.map(toFloat),
      points,
    } satisfies OperatorOverview);
  };
}
