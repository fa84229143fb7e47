import type { ProviderLookups } from '@topup/core/provider';
import { type Clock, formatNaira } from '@topup/core/shared';
import type { ProviderFloat } from '@topup/dashboard-contract';
import { within } from '@topup/runtime';
import { cached } from '../cached';

const EVERY_MS = 15_000;
const PATIENCE_MS = 3_000; // a page waits no longer; the provider may take 10 s

/**
 * Reads our float. Asks the provider at most every 15 s, and returns the last answer while it is slow. Never rejects.
 */
export function createFloatReader({
  provider,
  clock,
}: {
  provider: Pick<ProviderLookups, 'balance'>;
  clock: Clock;
}): () => Promise<ProviderFloat> {
  let last: ProviderFloat | undefined;

  const read = cached(EVERY_MS, clock, async (): Promise<ProviderFloat> => {
    const askedAt = clock.now().toISOString();
    const answer = await provider.balance();
    last =
      answer.kind === 'found'
        ? { amount: formatNaira(answer.value), fault: null, askedAt }
        : { amount: null, fault: `The provider did not say: ${answer.reason}.`, askedAt };
    return last;
  });

  return () =>
    within(PATIENCE_MS, 'the provider', read()).catch(
      () => last ?? { amount: null, fault: 'The provider has not answered yet.', askedAt: clock.now().toISOString() },
    );
}
