import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { createWebhookSecret, type NewSecret } from './create-webhook-secret';
import { rotateWebhookSecret } from './rotate-webhook-secret';
import { webhookActions } from './webhook-actions';
import { endSecrets } from './webhook-secret.store';

type Account = { accountId: string; masterKey: Buffer };

/** Gives an account its webhook secret, if it has none. */
export const giveWebhookSecret = (
  db: Db,
  by: By,
  { accountId, masterKey }: Account,
): Promise<NewSecret | { kind: 'has_secret' }> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await createWebhookSecret({ db: tx, masterKey }, accountId);
      return { result, action: result.kind === 'created' ? webhookActions.secret(accountId, 'create', result) : null };
    },
    { fresh: true },
  );

/** Gives an account another webhook secret in place of `currentId`, which signs for `overlapHours` more. */
export const replaceWebhookSecret = (
  db: Db,
  by: By,
  { accountId, masterKey }: Account,
  { currentId, overlapHours }: { currentId: string; overlapHours: number },
): Promise<NewSecret | { kind: 'not_current' }> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await rotateWebhookSecret({ db: tx, masterKey }, accountId, { currentId, overlapHours });
      const rotated = result.kind === 'created' ? { ...result, overlapHours } : null;
      return { result, action: rotated && webhookActions.secret(accountId, 'rotate', rotated) };
    },
    { fresh: true },
  );

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
