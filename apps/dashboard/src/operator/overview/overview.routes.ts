import { sumAccounts } from '@topup/core/account';
import { readBacklog, readOpenPurchases } from '@topup/core/reporting';
import { type Db, formatNaira } from '@topup/core/shared';
import { listLowAccounts, listVerifications } from '@topup/core/wallet';
import type { OperatorOverview, ProviderFloat } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { toldCheck } from '../books/books.routes';
import { keepFor } from '../cached';
import { createServiceFigures } from './service-totals';

const KEEP_MS = 5_000;
const KEEP_LOW_MS = 60_000; // a few index look-ups for each account

/** How the whole service does, on one page. */
export function overviewRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log'>, float: () => Promise<ProviderFloat>): Router {
  const { db, clock } = deps;
  const figures = createServiceFigures(deps);
  const low = keepFor(KEEP_LOW_MS, clock, async () => (await listLowAccounts(db)).length);
  const state = keepFor(KEEP_MS, clock, () => readState(db));
  const router = Router();
  router.get('/overview', show({ figures: figures.read, low, state, float }));
  return router;
}

async function readState(db: Db) {
  const [{ balancesKobo, ...accounts }, open, { underReview }, [check]] = await Promise.all([
    sumAccounts(db),
    readOpenPurchases(db),
    readBacklog(db),
    listVerifications(db, { limit: 1 }),
  ]);
  return {
    accounts,
    balances: formatNaira(balancesKobo),
    open: { ...open, oldestAt: open.oldestAt?.toISOString() ?? null },
    review: underReview,
    books: check ? toldCheck(check) : null,
  };
}

type Readings = {
  figures: ReturnType<typeof createServiceFigures>['read'];
  low(): Promise<number>;
  state(): ReturnType<typeof readState>;
  float(): Promise<ProviderFloat>;
};

function show({ figures, low, state, float }: Readings): RequestHandler {
  return async (_request, response) => {
    const [{ today, points }, lowNow, { accounts, ...rest }, floatNow] = await Promise.all([
      figures(),
      low(),
      state(),
      float(),
    ]);
    response.json({
      accounts: { ...accounts, low: lowNow },
      ...rest,
      today,
      float: floatNow,
      points,
    } satisfies OperatorOverview);
  };
}
