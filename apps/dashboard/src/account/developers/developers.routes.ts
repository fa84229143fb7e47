import { Router } from 'express';
import { deliveryRoutes, resendRoutes } from './deliveries.routes';
import { keyRoutes } from './keys.routes';
import { webhookRoutes, webhookSecretRoutes } from './webhook.routes';

type DeveloperDeps = Parameters<typeof keyRoutes>[0] &
  Parameters<typeof webhookRoutes>[0] &
  Parameters<typeof deliveryRoutes>[0];

/** For an account's developers. */
export const developerRoutes = (deps: DeveloperDeps): Router =>
  Router().use(
    keyRoutes(deps),
    webhookRoutes(deps),
    webhookSecretRoutes(deps),
    deliveryRoutes(deps),
    resendRoutes(deps),
  );
