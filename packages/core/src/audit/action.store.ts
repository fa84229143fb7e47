import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { ActingUser } from '../user/access.store';

/** The operator who acts: a user of the console, or whoever runs `ops`, which has no users of its own. */
export type AuditActor = (ActingUser & { email: string }) | typeof OPS;

export const OPS = { userId: 'ops', email: 'ops' } as const;

/**
 * An action as it is recorded. It holds no secrets, no tokens, and at most the last four digits of a customer's number.
 */
export type NewAction = {
  /** A noun and a verb, such as `wallet.fund`. */
  action: string;
  /** The object under the name that people use: of an account its name, of a purchase its reference. */
  subject: string;
  accountId?: string;
  requestRef?: string;
  note?: string;
  details?: Record<string, string>;
};

export type AuditedAction = {
  id: bigint;
  at: Date;
  userEmail: string;
  action: string;
  accountId: string | null;
  requestRef: string | null;
  subject: string;
  note: string | null;
  details: Record<string, string>;
};

/** @param db the transaction of the change that is recorded */
export async function insertAction(
  db: DbOrTransaction,
  by: Pick<AuditActor, 'userId' | 'email'>,
  { details = {}, ...action }: NewAction,
): Promise<void> {
  await db.operatorAction.create({
    data: { userId: by.userId, userEmail: by.email, ...action, details },
    select: { id: true },
  });
}

/**
 * At most `limit` actions, newest first, with ids below `before`. `search` is a part of any of its texts except the
 * details, in any case.
 */
export function listActions(
  db: Db,
  { search = null, before = null, limit }: { search?: string | null; before?: bigint | null; limit: number },
): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM operator_action
     WHERE (${before}::bigint IS NULL OR id < ${before}::bigint)
       AND (${search}::text IS NULL
            OR position(lower(${search}::text)
                        IN lower(concat_ws(' ', user_email, action, subject, note, request_ref))) > 0)
     ORDER BY id DESC LIMIT ${limit}`);
}

/** The actions on one purchase, the oldest first. */
export function listPurchaseActions(
  db: Db,
  { accountId, requestRef }: { accountId: string; requestRef: string },
): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM operator_action
     WHERE request_ref = ${requestRef} AND account_id = ${accountId}::uuid ORDER BY id`);
}

const COLUMNS = sql`
  id, at, user_email AS "userEmail", action, account_id AS "accountId", request_ref AS "requestRef", subject, note,
  details`;
