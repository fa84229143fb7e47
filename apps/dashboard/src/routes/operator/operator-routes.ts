import type { Router } from 'express';
import type { Deps } from '../../deps';
import { createFloatReader } from '../../operator/float-reader';
import { accountRoutes } from './accounts';
import { actionRoutes } from './actions';
import { booksRoutes } from './books';
import { catalogueRoutes } from './catalogue';
import { overviewRoutes } from './overview';
import { priceRoutes } from './prices';
import { providerRoutes } from './provider';
import { purchaseRoutes } from './purchases';
import { queueRoutes } from './queues';
import { tierRoutes } from './tiers';
import { userRoutes } from './users';

export type OperatorsDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mailer' | 'site' | 'operator'>;

/** The operators' console, below /api/operator. */
export function operatorRoutes(deps: OperatorsDeps): Router[] {
  const float = createFloatReader({ provider: deps.operator.provider, clock: deps.clock });
  return [
    overviewRoutes(deps, float),
    accountRoutes(deps),
    userRoutes(deps),
    purchaseRoutes(deps),
    providerRoutes(deps, float),
    queueRoutes(deps),
    tierRoutes(deps),
    catalogueRoutes(deps),
    priceRoutes(deps),
    booksRoutes(deps),
    actionRoutes(deps),
  ];
}
