import { createFairQuota } from '@topup/core/flow';
import { systemClock } from '@topup/core/shared';
import { createSimulatedLookups } from '@topup/providers';
import { loadSettings } from '@topup/runtime/settings';
import { bounds, boundsByProduct } from '@topup/settings';
import type { RequestHandler, Router } from 'express';
import { buildApi } from '../api';
import type { FindSignedIn } from '../auth/signed-in';
import { createWatcher } from '../stream/watcher';
import type { OperatorWorld } from './operator-world';
import { quiet } from './seller';

/** Everything below /api but signing in, as the process serves it. */
export const wholeApi = ({ deps }: OperatorWorld, findSignedIn: FindSignedIn): Router =>
  buildApi({
    ...deps,
    findSignedIn,
    packageList: { packages: async () => [], find: async () => null },
    bounds: boundsByProduct(loadSettings(bounds)),
    masterKey: Buffer.alloc(32, 7),
    allowPrivateWebhooks: false,
    requireHttpsWebhooks: false,
    eventsKeptDays: null,
    enqueueEvent: () => undefined,
    exports: createFairQuota(4),
    watcher: createWatcher({ db: deps.db, log: quiet }),
    trustedProxies: [],
    fundingDetails: null,
    products: ['AIRTIME'],
    sellers: [],
    lookupsOf: () => createSimulatedLookups({ packages: async () => [], clock: systemClock }),
  });

type Served = { method: string; path: string; handler: RequestHandler };

/** Every handler of the routes of a router, with the prefix that the routers above it are mounted at. */
export function handlersOf(router: Router, prefix = ''): Served[] {
  return router.stack.flatMap((layer) => {
    // the types of Express lack what a layer is mounted at
    const { route, handle, rawPath } = layer as typeof layer & { rawPath: string };
    if (route !== undefined)
      return [route.path].flat().flatMap((path) =>
        route.stack.map((each) => ({
          method: each.method.toUpperCase(),
          path: `${prefix}${path}`,
          handler: each.handle,
        })),
      );
    const nested = handle as Partial<Router>;
    if (nested.stack === undefined) return [];
    return handlersOf(nested as Router, rawPath === '/' ? prefix : `${prefix}${rawPath}`);
  });
}

/** The paths that a router serves by a method, each once. */
export const pathsOf = (router: Router, method: 'GET' | 'POST'): string[] => [
  ...new Set(handlersOf(router).flatMap((served) => (served.method === method ? [served.path] : []))),
];
