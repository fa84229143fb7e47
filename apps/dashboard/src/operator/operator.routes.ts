import type { Router } from 'express';
import type { Deps } from '../deps';
import { accountRoutes } from './accounts/accounts.routes';
import { createMarkedAccounts } from './accounts/marked-accounts';
import { actionRoutes } from './actions/actions.routes';
import { approvalRoutes } from './approvals/approvals.routes';
import { booksRoutes } from './books/books.routes';
import { catalogueRoutes } from './catalogue/catalogue.routes';
import { claimRoutes } from './claims/claims.routes';
import { collectionRoutes } from './collections/collections.routes';
import { mappingRoutes } from './mappings/mappings.routes';
import { earningsRoutes } from './margin/earnings.routes';
import { marginRoutes } from './margin/margin.routes';
import { operatorUserRoutes } from './operators/operators.routes';
import { overviewRoutes } from './overview/overview.routes';
import { discountRoutes } from './prices/discounts.routes';
import { priceRoutes, tierRoutes } from './prices/prices.routes';
import { createFloatReader } from './provider/float-reader';
import { createLastHour } from './provider/last-hour';
import { providerRoutes } from './provider/provider.routes';
import { serviceRoutes } from './provider/service.routes';
import { purchaseRoutes } from './purchases/purchases.routes';
import { queueRoutes } from './queues/queues.routes';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes';
import { routingRoutes } from './routing/routing.routes';
import { operatorSearchRoutes } from './search/search.routes';
import { serviceReportRoutes } from './service-report/service-report.routes';
import { userRoutes } from './users/users.routes';

export type OperatorRoutesDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'mailer' | 'site' | 'defaultLimits' | 'collector' | 'exports' | 'operator'
>;

/** The operators' console, below /api/operator. */
export function operatorRoutes(deps: OperatorRoutesDeps): Router[] {
  const floats = createFloatReader({ ...deps, providers: deps.operator.providers });
  const lastHour = createLastHour(deps);
  const marked = createMarkedAccounts(deps);
  return [
    overviewRoutes(deps, { floats, lastHour, marked }),
    accountRoutes(deps, marked),
    userRoutes(deps),
    operatorUserRoutes(deps),
    approvalRoutes(deps),
    purchaseRoutes(deps),
    claimRoutes(deps),
    providerRoutes(deps, { floats, lastHour }),
    serviceRoutes(deps),
    routingRoutes(deps),
    queueRoutes(deps),
    tierRoutes(deps),
    catalogueRoutes(deps),
    mappingRoutes(deps),
    priceRoutes(deps),
    discountRoutes(deps),
    marginRoutes(deps),
    earningsRoutes(deps),
    serviceReportRoutes(deps),
    booksRoutes(deps),
    reconciliationRoutes(deps),
    collectionRoutes(deps),
    actionRoutes(deps),
    operatorSearchRoutes(deps),
  ];
}
