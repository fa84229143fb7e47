import { lockAccount } from '../../account/account.store';
import { bySystem } from '../../audit/actor';
import { withAuditLog } from '../../audit/with-audit-log';
import { mailFailingWebhook } from '../../mail/letters';
import { type Db, sql } from '../../shared/db';
import { maskUrl } from '../public-url';
import { webhookActions } from '../webhook-actions';
import { failingAmong, isWatched } from './failing-endpoints.store';

/**
 * Mails the owners of accounts whose webhook URL has begun to fail: again only after a call that saw it well, and at
 * most once an hour. Returns how many accounts it looked at more closely; less than `limit`: there are no more.
 */
export async function mailFailingEndpoints(db: Db, limit: number): Promise<number> {
  const moved = await db.$queryRaw<{ id: string }[]>(sql`
    WITH failing AS MATERIALIZED (${failingAmong(isWatched)})
    SELECT a.id FROM account a LEFT JOIN failing f ON f."accountId" = a.id
     WHERE ${isWatched} AND ${hasMoved}
     ORDER BY a.id LIMIT ${limit}::integer`);
  for (const { id } of moved) await mailIfFailing(db, id);
  return moved.length;
}

/** Of the account `a`, and `f` when it fails: the owners are to be mailed, or it is well for the first time since. */
const hasMoved = sql`
  CASE WHEN f.since IS NULL THEN a.webhook_failing_mailed_at IS NOT NULL AND a.webhook_well_at IS NULL
       ELSE a.webhook_failing_mailed_at IS NULL
            OR (a.webhook_well_at IS NOT NULL
                AND a.webhook_failing_mailed_at < clock_timestamp() - interval '1 hour') END`;

function mailIfFailing(db: Db, id: string): Promise<void> {
  return withAuditLog(db, bySystem('worker'), async (tx) => {
    // the next statement must see what is now: another worker may have mailed while this one waited for the lock
    const account = await lockAccount(tx, id);
    const [moved] = await tx.$queryRaw<{ since: Date | null; url: string | null }[]>(sql`
      UPDATE account a
         SET webhook_failing_mailed_at = CASE WHEN f.since IS NULL THEN a.webhook_failing_mailed_at
                                              ELSE clock_timestamp() END,
             webhook_well_at = CASE WHEN f.since IS NULL THEN clock_timestamp() END
        FROM (SELECT (SELECT since FROM (${failingAmong(sql`a.id = ${id}::uuid AND ${isWatched}`)}) one) AS since) f
       WHERE a.id = ${id}::uuid AND ${hasMoved}
      RETURNING f.since, a.webhook_url AS url`);
    if (account === null || moved === undefined || moved.since === null) return { result: undefined, action: null };
    const [since, url] = [moved.since, maskUrl(moved.url)];
    await mailFailingWebhook(tx, account, { since, url });
    return { result: undefined, action: webhookActions.failing(id, { since, url }) };
  });
}
