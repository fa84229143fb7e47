import type { DbOrTransaction } from '../shared/db';
import type { NewSecret } from './create-webhook-secret';
import { newWebhookSecret } from './webhook-secret';
import { replaceCurrentSecret } from './webhook-secret.store';

/** How long the secret before still signs, unless the person who rotates says otherwise. */
export const DEFAULT_OVERLAP_HOURS = 24;
/** A week. A receiver that takes longer gets a new secret in the end. */
export const MAX_OVERLAP_HOURS = 168;

/**
 * Gives an account another webhook secret. For `overlapHours` events have two signatures, so that a receiver verifies
 * with either; 0 ends the one before at once. `currentId` names the secret that is replaced, so that two people who
 * rotate at the same moment rotate once.
 */
export async function rotateWebhookSecret(
  { db, masterKey }: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
  { currentId, overlapHours }: { currentId: string; overlapHours: number },
): Promise<NewSecret | { kind: 'not_current' }> {
  const { secret, row } = newWebhookSecret(masterKey, accountId);
  const replaced = await replaceCurrentSecret(db, row, { currentId, overlapMs: overlapHours * 3_600_000 });
  if (!replaced) return { kind: 'not_current' };
  return { kind: 'created', id: row.id, display: row.display, secret };
}
