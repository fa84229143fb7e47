import { replaceWebhookUrl, setWebhookUrl } from '../account/account.store';
import { isKeyLive } from '../api-key/key.store';
import type { By, Origin } from '../audit/actor';
import { withAuditLog, withFreshAuditLog } from '../audit/with-audit-log';
import { type Db, sql } from '../shared/db';
import { webhookActions } from './webhook-actions';

/** Sets the URL to which the events of an account go, or removes it (null): then queued events wait for a new one. */
export const changeWebhookUrl = (db: Db, by: By, accountId: string, url: string | null): Promise<void> =>
  withFreshAuditLog(db, by, async (tx) => {
    const before = await setWebhookUrl(tx, accountId, url);
    return { result: undefined, action: webhookActions.url(accountId, before, url) };
  });

/** The same with an API key. False, without a change, when the key or the account may not change it any more. */
export const changeWebhookUrlByKey = (
  db: Db,
  { accountId, keyId }: { accountId: string; keyId: string },
  origin: Origin,
  url: string | null,
): Promise<boolean> =>
  withAuditLog(db, { actor: { kind: 'key', keyId, accountId }, origin }, async (tx) => {
    const allowed = sql`status = 'active' AND ${isKeyLive(keyId, 'purchase')}`;
    const before = await replaceWebhookUrl(tx, accountId, url, allowed);
    return { result: before !== null, action: before && webhookActions.url(accountId, before.url, url) };
  });
