import { mailAbout } from '../mail/letters';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { type Actor, type ActorKind, type Origin, toStoredActor } from './actor';

/** Facts of a change, by name. Amounts are naira texts. */
export type Facts = Record<string, string | number | boolean | null>;

/**
 * An action as it is recorded. It holds no secrets, no tokens, and at most the last four digits of a customer's number.
 */
export type NewAction = {
  /** A noun and a verb, such as `wallet.fund`. */
  action: string;
  /** The object under the name that people use: of an account its name, of a purchase its reference. */
  subject: string;
  /** Its id, when it has one besides. */
  subjectId?: string;
  /** The subject names a person: it can be blanked. No other field but the note may name one. */
  subjectIsPerson?: boolean;
  /**
   * The account that it concerns. Its owners see the action; of an operator's neither the note, nor `details`, nor whose
   * it was.
   */
  accountId?: string;
  requestRef?: string;
  note?: string;
  /** What was, and what is now: only the facts that changed. */
  before?: Facts;
  after?: Facts;
  /** What else operators should know. */
  details?: Record<string, string>;
};

export type AuditedAction = {
  id: bigint;
  at: Date;
  actorKind: ActorKind;
  userId: string;
  userEmail: string;
  systemUser: string | null;
  sessionId: string | null;
  requestId: string | null;
  address: string | null;
  action: string;
  accountId: string | null;
  requestRef: string | null;
  subject: string;
  subjectId: string | null;
  note: string | null;
  before: Facts | null;
  after: Facts | null;
  details: Record<string, string>;
};

/**
 * Records an action, and mails the owners of its account when it is one that they must know of.
 * @param tx the transaction of the change
 */
export async function insertAction(
  tx: DbOrTransaction,
  actor: Actor,
  { address, requestId }: Origin,
  action: NewAction,
): Promise<void> {
  const { actorKind, userId, userEmail, systemUser, sessionId } = toStoredActor(actor);
  const { subjectIsPerson = false, details = {} } = action;
  // without RETURNING: the services may add rows and not read them
  await tx.$executeRaw(sql`
    INSERT INTO audit_log (actor_kind, user_id, user_email, os_user, session_id, request_id, address, action,
                           account_id, request_ref, subject, subject_id, subject_is_person, note, before, after, details)
    VALUES (${actorKind}, ${userId}, ${userEmail}, ${systemUser}, ${sessionId}::uuid, ${requestId}::uuid, ${address},
            ${action.action}, ${action.accountId ?? null}::uuid, ${action.requestRef ?? null}, ${action.subject},
            ${action.subjectId ?? null}, ${subjectIsPerson}, ${action.note ?? null},
            ${toJson(action.before)}::jsonb, ${toJson(action.after)}::jsonb, ${toJson(details)}::jsonb)`);
  await mailAbout(tx, action);
}

const toJson = (facts: Facts | undefined): string | null => (facts === undefined ? null : JSON.stringify(facts));

/** Which actions a list has. Times are exclusive at their end. */
export type ActionFilter = {
  accountId?: string | undefined;
  /** An action such as `wallet.fund`, or its noun alone. */
  action?: string | undefined;
  /** An e-mail address, a name in the operating system, or the id of a user or a key. */
  actor?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** A part of any of its texts except the facts, in any case. */
  search?: string | undefined;
};

/** At most `limit` actions, newest first, with ids below `before`. */
export function listActions(
  db: Db,
  filter: ActionFilter,
  { before = null, limit }: { before?: bigint | null; limit: number },
): Promise<AuditedAction[]> {
  const [accountId, action, actor] = [filter.accountId ?? null, filter.action ?? null, filter.actor ?? null];
  const [since, until, search] = [filter.since ?? null, filter.until ?? null, filter.search ?? null];
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM audit_log
     WHERE (${before}::bigint IS NULL OR id < ${before}::bigint)
       AND (${accountId}::uuid IS NULL OR account_id = ${accountId}::uuid)
       AND (${action}::text IS NULL OR action = ${action}::text OR starts_with(action, ${action}::text || '.'))
       AND (${actor}::text IS NULL OR ${actor}::text IN (user_email, os_user, user_id))
       AND (${since}::timestamptz IS NULL OR at >= ${since}::timestamptz)
       AND (${until}::timestamptz IS NULL OR at < ${until}::timestamptz)
       AND (${search}::text IS NULL
            OR position(lower(${search}::text) IN lower(concat_ws(' ',
                 user_email, os_user, action, subject, subject_id, note, request_ref, address))) > 0)
     ORDER BY id DESC LIMIT ${limit}`);
}

/** The actions on one purchase, the oldest first. */
export function listPurchaseActions(
  db: Db,
  { accountId, requestRef }: { accountId: string; requestRef: string },
): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM audit_log
     WHERE request_ref = ${requestRef} AND account_id = ${accountId}::uuid ORDER BY id`);
}

const COLUMNS = sql`
  id, at, actor_kind AS "actorKind", user_id AS "userId", user_email AS "userEmail", os_user AS "systemUser",
  session_id AS "sessionId", request_id AS "requestId", address, action, account_id AS "accountId",
  request_ref AS "requestRef", subject, subject_id AS "subjectId", note, before, after, details`;
