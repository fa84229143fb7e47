import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** Who does something as an operator. */
export type AuditActor = { userId: string; email: string };

/** What is recorded of something an operator did. No secrets in it, no tokens, and of a customer's number the last four digits. */
export type NewAction = {
  /** What was done: a noun and a verb, such as `wallet.fund`. */
  action: string;
  /** What it was done to, as people know it: the name of an account, the reference of a purchase. */
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

/** `db`: the transaction of what it records. */
export async function insertAction(
  db: DbOrTransaction,
  by: AuditActor,
  { details = {}, ...action }: NewAction,
): Promise<void> {
  await db.operatorAction.create({
    data: { userId: by.userId, userEmail: by.email, ...action, details },
    select: { id: true },
  });
}

/** The newest first, from the one before `before` on. `search` is looked for in every text of it but the details. */
export function listActions(
  db: Db,
  { search = null, before = null, limit }: { search?: string | null; before?: bigint | null; limit: number },
): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM operator_action
     WHERE (${before}::bigint IS NULL OR id < ${before}::bigint)
       AND (${search}::text IS NULL OR position(lower(${search}::text) IN lower(concat_ws(' ', user_email, action, subject, note, request_ref))) > 0)
     ORDER BY id DESC LIMIT ${limit}`);
}

/** In the order in which they were done. */
export function listPurchaseActions(db: Db, requestRef: string): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(
    sql`SELECT ${COLUMNS} FROM operator_action WHERE request_ref = ${requestRef} ORDER BY id`,
  );
}

const COLUMNS = sql`id, at, user_email AS "userEmail", action, account_id AS "accountId", request_ref AS "requestRef", subject, note, details`;
