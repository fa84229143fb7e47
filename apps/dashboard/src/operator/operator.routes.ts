import type { Router } from 'express';
import type { Deps } from '../deps';
import { accountRoutes } from './accounts/accounts.routes';
import { actionRoutes } from './actions/actions.routes';
import { approvalRoutes } from './approvals/approvals.routes';
import { booksRoutes } from './books/books.routes';
import { catalogueRoutes } from './catalogue/catalogue.routes';
import { marginRoutes } from './margin/margin.routes';
import { operatorUserRoutes } from './operators/operators.routes';
import { overviewRoutes } from './overview/overview.routes';
import { priceRoutes } from './prices/prices.routes';
import { tierRoutes } from './prices/tiers.routes';
import { createFloatReader } from './provider/float-reader';
import { providerRoutes } from './provider/provider.routes';
import { purchaseRoutes } from './purchases/purchases.routes';
import { queueRoutes } from './queues/queues.routes';
import { userRoutes } from './users/users.routes';

export type OperatorRoutesDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'mailer' | 'site' | 'defaultLimits' | 'exports' | 'operator'
>;

/** The operators' console, below /api/operator. */
export function operatorRoutes(deps: OperatorRoutesDeps): Router[] {
  const float = createFloatReader({ provider: deps.operator.provider, clock: deps.clock });
  return [
    overviewRoutes(deps, float),
    accountRoutes(deps),
    userRoutes(deps),
    operatorUserRoutes(deps),
    approvalRoutes(deps),
    purchaseRoutes(deps),
    providerRoutes(deps, float),
    queueRoutes(deps),
    tierRoutes(deps),
    catalogueRoutes(deps),
    priceRoutes(deps),
    marginRoutes(deps),
    booksRoutes(deps),
    actionRoutes(deps),
  ];
}
