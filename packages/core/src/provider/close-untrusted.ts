import { type Actor, NO_ORIGIN } from '../audit/actor';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { pause } from '../shared/pause';
import { reasonOf } from '../shared/scheduler';
import { FOREIGN_REFERENCE } from './breakers.port';
import { closeByHand } from './close-by-hand';

const AGAIN_MS = 1_000;

/**
 * Closes a provider that answered with a reference of its own, for every process and until an operator opens it. Tries
 * until the database has taken it. `process`: the one that saw the answer. Never rejects.
 */
export async function closeUntrusted(
  { db, log, process }: { db: Db; log: Log; process: string },
  provider: string,
): Promise<void> {
  log.error('a provider answered with another reference than ours; it is closed until an operator opens it', {
    alert: 'provider_reference',
    provider,
  });
  const actor: Actor = { kind: 'system', process };
  for (;;) {
    try {
      const whole = { name: provider, services: [] };
      await closeByHand(db, { actor, origin: NO_ORIGIN }, whole, { service: null, reason: FOREIGN_REFERENCE });
      return;
    } catch (error) {
      log.warn('the provider could not be closed; it is tried again', { provider, reason: reasonOf(error) });
      await pause(AGAIN_MS);
    }
  }
}
