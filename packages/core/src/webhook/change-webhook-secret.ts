import type { By } from '../audit/actor';
import { withAuditLog, withFreshAuditLog } from '../audit/with-audit-log';
import type { Db, DbOrTransaction } from '../shared/db';
import { webhookActions } from './webhook-actions';
import { type NewSecret, newWebhookSecret } from './webhook-secret';
import { endSecrets, insertFirstSecret, replaceCurrentSecret } from './webhook-secret.store';

type Account = { accountId: string; masterKey: Buffer };

export const giveWebhookSecret = (db: Db, by: By, { accountId, masterKey }: Account) =>
  withFreshAuditLog<NewSecret | { kind: 'has_secret' }>(db, by, async (tx) => {
    const result = await createWebhookSecret({ db: tx, masterKey }, accountId);
    return { result, action: result.kind === 'created' ? webhookActions.secret(accountId, 'create', result) : null };
  });

/** Gives an account another webhook secret in place of `currentId`, which signs for `overlapHours` more. */
export const replaceWebhookSecret = (
  db: Db,
  by: By,
  { accountId, masterKey }: Account,
  { currentId, overlapHours }: { currentId: string; overlapHours: number },
): Promise<NewSecret | { kind: 'not_current' }> =>
  withFreshAuditLog(db, by, async (tx) => {
    const result = await rotateWebhookSecret({ db: tx, masterKey }, accountId, { currentId, overlapHours });
    const rotated = result.kind === 'created' ? { ...result, overlapHours } : null;
    return { result, action: rotated && webhookActions.secret(accountId, 'rotate', rotated) };
  });

/** Ends every webhook secret of an account: its events have no such signature from now on. False when it had none. */
export const endWebhookSecrets = (db: Db, by: By, accountId: string): Promise<boolean> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await endSecrets(tx, accountId);
      return { result, action: result ? webhookActions.secret(accountId, 'revoke') : null };
    },
    { evenSuspended: true },
  );

/** From now on the account's events are signed by Standard Webhooks. Creates nothing when it has a secret. */
export async function createWebhookSecret(
  { db, masterKey }: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
): Promise<NewSecret | { kind: 'has_secret' }> {
  const { created, row } = newWebhookSecret(masterKey, accountId);
  return (await insertFirstSecret(db, row)) ? created : { kind: 'has_secret' };
}

/** How long the secret before still signs, unless the person who rotates says otherwise. */
export const DEFAULT_OVERLAP_HOURS = 24;
/** A week. A receiver that takes longer gets a new secret in the end. */
export const MAX_OVERLAP_HOURS = 168;

/**
 * For `overlapHours` events have two signatures; 0 ends the secret before at once. `currentId` names the secret that is
 * replaced, so that two people who rotate at the same moment rotate once.
 */
export async function rotateWebhookSecret(
  { db, masterKey }: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
  { currentId, overlapHours }: { currentId: string; overlapHours: number },
): Promise<NewSecret | { kind: 'not_current' }> {
  const { created, row } = newWebhookSecret(masterKey, accountId);
  const replaced = await replaceCurrentSecret(db, row, { currentId, overlapMs: overlapHours * 3_600_000 });
  return replaced ? created : { kind: 'not_current' };
}
