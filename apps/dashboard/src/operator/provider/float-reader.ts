import { type ProviderLookups, readFloats } from '@topup/core/provider';
import { type Clock, type Db, toWire } from '@topup/core/shared';
import type { ProviderFloat } from '@topup/dashboard-contract';
import { within } from '@topup/runtime';
import { cached } from '../../expiring-cache';

const EVERY_MS = 15_000;
const TIMEOUT_MS = 3_000; // a page waits no longer; a provider may take 10 s

/**
 * Our float at a provider. `last`: the newest reading of this process or of a worker; null: there is none. `fault`: why
 * it was not read now. `alertKobo`: its mark; null until a worker has read it.
 */
export type FloatNow = {
  provider: string;
  last: Reading | null;
  fault: string | null;
  alertKobo: bigint | null;
};

type Reading = { kobo: bigint; at: Date };
type Answer = Pick<FloatNow, 'last' | 'fault'>;
type Asked = { name: string } & Pick<ProviderLookups, 'balance'>;

export const toFloat = ({ provider, last, fault, alertKobo }: FloatNow): ProviderFloat =>
  toWire({
    ...{ provider, amountKobo: last?.kobo ?? null, readAt: last?.at ?? null, fault, markKobo: alertKobo },
    low: last !== null && alertKobo !== null && last.kobo < alertKobo,
  });

type FloatDeps = { db: Db; clock: Clock; providers: readonly Asked[] };

/**
 * Reads our float at each provider, in their order. Asks one at most every 15 s, and takes the last answer while it is
 * slow; where there is none, what the workers have read.
 */
export function createFloatReader({ db, clock, providers }: FloatDeps): () => Promise<FloatNow[]> {
  const asked = providers.map((provider) => ({ name: provider.name, ask: createAsker(provider, clock) }));
  return async () => {
    const [kept, answers] = await Promise.all([
      readFloats(db),
      Promise.all(asked.map(async ({ name, ask }) => ({ name, ...(await ask()) }))),
    ]);
    return answers.map(({ name, last, fault }) => {
      const ofWorker = kept.find(({ provider }) => provider === name);
      const read = ofWorker === undefined ? null : { kobo: ofWorker.balanceKobo, at: ofWorker.readAt };
      return { provider: name, last: newer(last, read), fault, alertKobo: ofWorker?.alertKobo ?? null };
    });
  };
}

const newer = (one: Reading | null, other: Reading | null): Reading | null =>
  one === null || (other !== null && other.at > one.at) ? other : one;

/** Never rejects, and takes at most three seconds. */
function createAsker(provider: Asked, clock: Clock): () => Promise<Answer> {
  let latest: Answer = { last: null, fault: 'No answer from the provider yet.' };

  const ask = cached(EVERY_MS, clock, async () => {
    const answer = await provider.balance();
    latest =
      answer.kind === 'found'
        ? { last: { kobo: answer.value, at: clock.now() }, fault: null }
        : { ...latest, fault: `Couldn’t read the float: ${answer.reason}.` };
    return latest;
  });

  return () => within(TIMEOUT_MS, 'the provider', ask()).catch(() => latest);
}
