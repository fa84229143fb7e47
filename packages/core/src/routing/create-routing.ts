import type { Breakers } from '../provider/breakers.port';
import { usesOurWords } from '../provider/catalogue-owner';
import type { Provider, ProviderCatalogue, ProviderLookups } from '../provider/provider.port';
import type { Watch } from '../provider/watch-switches';
import type { Clock } from '../shared/clock';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { createRouter } from './create-router';
import { createHealth, createTrials, type Health } from './health';
import type { Router } from './router.port';
import { watchRouting } from './watch-routing';

type Routed = Provider & Pick<ProviderLookups, 'balance'> & Partial<ProviderCatalogue>;

type RoutingDeps<P> = {
  providers: readonly P[];
  breakers: Breakers;
  clock: Clock;
  /** False: nothing is learnt of their health, as no breaker opens automatically. */
  watchesHealth: boolean;
};

/** All that one process needs to route: `providers` and `breakers` are those given, and tell more. */
type Routing<P> = {
  router: Router;
  providers: P[];
  breakers: Breakers;
  /** Begins to read the rules, and to let what is sick recover. */
  watch(reads: { db: Db; log: Log }): Watch;
};

export function createRouting<P extends Routed>(deps: RoutingDeps<P>): Routing<P> {
  const { providers, breakers, clock, watchesHealth } = deps;
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
      const stopHealth = watchHealth(health, providers);
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

function observeHealth<P extends Provider>(provider: P, health: Health): P {
  return {
    ...provider,
    async send(order, deadline) {
      const outcome = await provider.send(order, deadline);
      health.sent(order, outcome);
      return outcome;
    },
    async requery(order) {
      const outcome = await provider.requery(order);
      health.requeried(order, outcome);
      return outcome;
    },
  };
}

const LEAK_EVERY_MS = 5_000;

/** The way back: what is sick leaks only while its provider answers for its float. Returns what ends that. */
function watchHealth(health: Health, providers: readonly Routed[]): () => void {
  let asking = false;

  async function round(): Promise<void> {
    const sick = health.sickProviders();
    const asked = await Promise.all(
      providers
        .filter(({ name }) => sick.includes(name))
        .map(async (provider) => ({ name: provider.name, answer: await provider.balance() })),
    );
    const answering = new Set(asked.filter(({ answer }) => answer.kind === 'found').map(({ name }) => name));
    health.leak(LEAK_EVERY_MS, (provider) => answering.has(provider));
  }

  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    void round().finally(() => {
      asking = false;
    });
  }, LEAK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
