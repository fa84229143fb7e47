import type { ProviderLookups } from '../provider/provider.port';
import type { Health } from './health';

/** The way back: a provider of which something is sick is asked for its float. */
type HealthWatchDeps = {
  health: Pick<Health, 'leak' | 'sickProviders'>;
  providers: readonly ({ name: string } & Pick<ProviderLookups, 'balance'>)[];
  everyMs?: number;
};

/**
 * Lets what has gathered against a provider leak at an interval (default 5 s), of what is sick only while the provider
 * answers. Returns what ends that.
 */
export function watchHealth({ health, providers, everyMs = 5_000 }: HealthWatchDeps): () => void {
  let asking = false;

  async function round(): Promise<void> {
    const sick = health.sickProviders();
    const asked = await Promise.all(
      providers
        .filter(({ name }) => sick.includes(name))
        .map(async (provider) => ({ name: provider.name, answer: await provider.balance() })),
    );
    const answering = new Set(asked.filter(({ answer }) => answer.kind === 'found').map(({ name }) => name));
    health.leak(everyMs, (provider) => answering.has(provider));
  }

  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    void round().finally(() => {
      asking = false;
    });
  }, everyMs).unref();
  return () => clearInterval(timer);
}
