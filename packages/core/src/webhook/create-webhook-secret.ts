import type { DbOrTransaction } from '../shared/db';
import { newWebhookSecret } from './webhook-secret';
import { insertFirstSecret } from './webhook-secret.store';

/** `secret` is the only readable copy: the database keeps an encrypted form. */
export type NewSecret = { kind: 'created'; id: string; display: string; secret: string };

/**
 * Gives an account its webhook secret: from now on its events are signed by Standard Webhooks. Creates nothing when it
 * has one.
 */
export async function createWebhookSecret(
  { db, masterKey }: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
): Promise<NewSecret | { kind: 'has_secret' }> {
  const { secret, row } = newWebhookSecret(masterKey, accountId);
  if (!(await insertFirstSecret(db, row))) return { kind: 'has_secret' };
  return { kind: 'created', id: row.id, display: row.display, secret };
}
