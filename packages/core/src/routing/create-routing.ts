import type { Breakers } from '../provider/breakers.port';
import { usesOurWords } from '../provider/catalogue-owner';
import type { Provider, ProviderCatalogue, ProviderLookups } from '../provider/provider.port';
import type { Clock } from '../shared/clock';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { createRouter } from './create-router';
import { createHealth } from './health';
import { observeHealth } from './observe-health';
import type { Router } from './router.port';
import { createTrials } from './trials';
import { watchHealth } from './watch-health';
import { type RoutingWatch, watchRouting } from './watch-routing';

type Routed = Provider & Pick<ProviderLookups, 'balance'> & Partial<ProviderCatalogue>;

type RoutingDeps<P> = {
  /** In the order of `PROVIDERS`, behind their breakers. */
  providers: readonly P[];
  breakers: Breakers;
  clock: Clock;
  /** False: nothing is learnt of their health, as no breaker opens by itself. */
  watchesHealth: boolean;
};

/** All that one process needs to route: `providers` and `breakers` are those given, and tell more. */
type Routing<P> = {
  router: Router;
  providers: P[];
  breakers: Breakers;
  /** Begins to read the rules, and to let what is sick recover. */
  watch(reads: { db: Db; log: Log }): RoutingWatch;
};

export function createRouting<P extends Routed>({
  providers,
  breakers,
  clock,
  watchesHealth,
}: RoutingDeps<P>): Routing<P> {
  const health = createHealth({ now: () => clock.now() });
  const router = createRouter({
    providers: providers.map(({ name, sells, products }) => ({
      name,
      ownWords: usesOurWords({ products }),
      ...(sells && { sells }),
    })),
    stopOf: (order) => breakers.stopOf(order),
    sicknessOf: (provider, { accountId, productType, terms: { serviceId } }) =>
      health.sicknessOf({ provider, accountId, productType, serviceId }),
    isTrial: createTrials(clock),
  });
  return {
    router,
    providers: watchesHealth ? providers.map((provider) => observeHealth(provider, health)) : [...providers],
    breakers: { ...breakers, statuses: () => [...breakers.statuses(), ...health.statuses()] },
    watch(reads) {
      const rules = watchRouting(router, reads);
      const stopHealth = watchHealth({ health, providers });
      return {
        ready: rules.ready,
        async stop() {
          stopHealth();
          await rules.stop();
        },
      };
    },
  };
}
