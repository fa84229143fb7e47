import { actorName, type By, bySystem } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { reasonOf } from '../shared/log.port';
import { pause } from '../shared/pause';
import { FOREIGN_REFERENCE, WHOLE_PROVIDER } from './breakers.port';
import { markOrdersSeen, overwriteSwitch } from './switch.store';

const AGAIN_MS = 1_000;

/**
 * Closes a provider that answered with a reference of its own: "not found" refunds nothing that it has had so far.
 * Tries until the database has taken it, and never rejects. `process`: the one that saw the answer.
 */
export async function closeUntrusted(
  { db, log, process }: { db: Db; log: Log; process: string },
  provider: string,
): Promise<void> {
  log.error('a provider answered with a reference that is not ours; it is closed until an operator opens it', {
    alert: 'provider_reference',
    provider,
  });
  for (;;) {
    try {
      await close(db, provider, bySystem(process));
      return;
    } catch (error) {
      log.warn('the provider could not be closed; the process tries again', { provider, reason: reasonOf(error) });
      await pause(AGAIN_MS);
    }
  }
}

/** In one transaction: who reads the switch may also rely on the orders. */
const close = (db: Db, provider: string, by: By) =>
  withAuditLog(db, by, async (tx) => {
    const reason = FOREIGN_REFERENCE;
    const closed = { provider, breaker: WHOLE_PROVIDER, reason, closedBy: actorName(by.actor) };
    const result = await overwriteSwitch(tx, closed);
    await markOrdersSeen(tx, provider);
    return { result, action: result ? { action: 'provider.close', subject: provider, note: reason } : null };
  });
