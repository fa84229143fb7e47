import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A mail to one person. Plain text, so that a link shows its real address. It never holds a link to set a password. */
type NewMail = { userId: string | null; email: string; subject: string; text: string };

/** `hourly`: at most once an hour with this subject: a later text replaces the one that waits for the hour. */
type OwnersMail = Pick<NewMail, 'subject' | 'text'> & { hourly?: boolean };

/** Writes a mail, which a worker sends once the transaction has committed. */
export async function enqueueMail(tx: DbOrTransaction, { userId, email, subject, text }: NewMail): Promise<void> {
  // without RETURNING: the dashboard may add mails and not read them
  await tx.$executeRaw(sql`
    INSERT INTO mail (user_id, email, subject, text) VALUES (${userId}::uuid, ${email}, ${subject}, ${text})`);
}

/** The same to each owner of an account who can sign in. Returns how many. */
export async function mailOwners(
  tx: DbOrTransaction,
  accountId: string,
  { subject, text, hourly }: OwnersMail,
): Promise<number> {
  const write = hourly ? sql`mail_owners_hourly` : sql`mail_owners`;
  const [row] = await tx.$queryRaw<{ written: number }[]>(
    sql`SELECT ${write}(${accountId}::uuid, ${subject}, ${text}) AS written`,
  );
  return row?.written ?? 0;
}

/** A mail to each operator who can sign in, except those with an id in `except`. Returns how many. */
export function mailOperators(
  tx: DbOrTransaction,
  { subject, text }: Pick<NewMail, 'subject' | 'text'>,
  except: string[],
): Promise<number> {
  return tx.$executeRaw(sql`
    INSERT INTO mail (user_id, email, subject, text)
    SELECT u.id, u.email, ${subject}, ${text} FROM dashboard_user u
     WHERE u.role = 'operator' AND u.disabled_at IS NULL AND u.id::text <> ALL (${except}::text[])
       AND EXISTS (SELECT FROM dashboard_credential c WHERE c.user_id = u.id)`);
}

/** A mail to send now. `attempt` counts from 1. */
export type ClaimedMail = {
  id: string;
  attempt: number;
  email: string;
  subject: string;
  text: string;
  createdAt: Date;
};

/** Claims a due mail for one attempt; after `leaseMs` another process can. Null when it is not to be sent now. */
export async function claimMail(db: Db, id: string, leaseMs: number): Promise<ClaimedMail | null> {
  const [row] = await db.$queryRaw<ClaimedMail[]>(sql`
    UPDATE mail SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + ${toInterval(leaseMs)}::interval
     WHERE id = ${id}::uuid AND next_attempt_at <= clock_timestamp()
    RETURNING id, attempts AS attempt, email, subject, text, created_at AS "createdAt"`);
  return row ?? null;
}

/** Ends a mail. `error`: why it is given up. */
export async function finishMail(
  db: Db,
  id: string,
  state: 'sent' | 'failed' | 'skipped',
  error: string | null = null,
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE mail SET state = ${state}, finished_at = clock_timestamp(), next_attempt_at = NULL, error = ${error}
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

export async function postponeMail(db: Db, id: string, error: string, delayMs: number): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE mail SET error = ${error}, next_attempt_at = clock_timestamp() + ${toInterval(delayMs)}::interval
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

/**
 * At most `limit` due mails, the longest due of each account first. Accounts take turns, and so do the people who are
 * mailed for none: `accountId` is then theirs.
 */
export function dueMails(
  db: Db,
  { limit, except }: { limit: number; except: string[] },
): Promise<{ id: string; accountId: string }[]> {
  return db.$queryRaw(sql`
    SELECT id, whose AS "accountId"
      FROM (SELECT id, next_attempt_at, whose, row_number() OVER (PARTITION BY whose ORDER BY next_attempt_at) AS turn
              FROM mail CROSS JOIN LATERAL (SELECT coalesce(account_id, user_id, id) AS whose) owner
             WHERE next_attempt_at <= statement_timestamp() AND whose <> ALL (${except}::uuid[])) due
     ORDER BY turn, next_attempt_at LIMIT ${limit}`);
}

/** Deletes up to `lot` mails that ended 30 days ago: sent, given up or skipped. Returns how many. */
export function deleteOldMails(db: Db, lot: number): Promise<number> {
  return db.$executeRaw(sql`
    DELETE FROM mail
     WHERE id IN (SELECT id FROM mail WHERE finished_at < now() - interval '30 days' LIMIT ${lot} FOR UPDATE SKIP LOCKED)`);
}
