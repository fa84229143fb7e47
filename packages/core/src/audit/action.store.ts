import { Prisma } from '../generated/prisma/client';
import { mailAbout } from '../mail/letters';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { type Actor, type Origin, type StoredActor, toStoredActor } from './actor';

/** Facts of a change, by name. Amounts are naira texts. */
export type Facts = Record<string, string | number | boolean | null>;

/** It holds no secrets, no tokens, and at most the last four digits of a customer's number. */
export type NewAction = {
  /** A noun and a verb, such as `wallet.fund`. */
  action: string;
  /** The object under the name that people use: of an account its name, of a purchase its reference. */
  subject: string;
  subjectId?: string;
  /** The subject names a person: it can be redacted. No other field but the note may name one. */
  subjectIsPerson?: boolean;
  /** Its owners see the action; of an operator's neither the note, nor `details`, nor whose it was. */
  accountId?: string;
  requestRef?: string;
  note?: string;
  /** Facts before and after the change: only those that changed. */
  before?: Facts;
  after?: Facts;
  details?: Record<string, string>;
  /** The database has mailed the owners about it, so no other mail does. */
  told?: true;
};

/** Only the facts that differ; null when all are the same, because nothing was changed. */
export function moved(action: NewAction, before: Facts, after: Facts): NewAction | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { ...action, before: only(before), after: only(after) };
}

/** `approval`: the id of the approval on which it was done. */
export const byApproval = (approval: string | undefined): Pick<NewAction, 'details'> =>
  approval === undefined ? {} : { details: { approval } };

export type AuditedAction = StoredActor & {
  id: bigint;
  at: Date;
  requestId: string | null;
  address: string | null;
  action: string;
  accountId: string | null;
  accountName: string | null;
  /** Of an action by an API key: its name. */
  keyName: string | null;
  requestRef: string | null;
  subject: string;
  subjectId: string | null;
  note: string | null;
  before: Facts | null;
  after: Facts | null;
  details: Record<string, string>;
  /** The database role that wrote it. Null of entries from before it was kept. */
  dbRole: string | null;
};

/** Records an action in the transaction of the change, and mails the owners of its account if they must know of it. */
export async function insertAction(
  tx: DbOrTransaction,
  actor: Actor,
  origin: Origin,
  action: NewAction,
): Promise<void> {
  const [address, requestId] = [origin.address?.replace(/^::ffff:/, '') ?? null, origin.requestId];
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
  if (!action.told) await mailAbout(tx, action);
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
  /** Searches only in what owners are shown: of an operator neither the name, nor the address, nor the note. */
  searchShown?: boolean;
};

/** At most `limit` actions, newest first, with ids below `before`. */
export function listActions(
  db: Db,
  filter: ActionFilter,
  { before = null, limit }: { before?: bigint | null; limit: number },
): Promise<AuditedAction[]> {
  const { accountId, action, actor, since, until, search } = filter;
  const shown = filter.searchShown ? SHOWN_TEXTS : ALL_TEXTS;
  // only what is asked for stands in the statement, so that the plan can be made for it
  const conditions = [
    sql`true`,
    ...(before === null ? [] : [sql`e.id < ${before}::bigint`]),
    ...(accountId === undefined ? [] : [sql`e.account_id = ${accountId}::uuid`]),
    ...(action === undefined
      ? []
      : [sql`(e.action = ${action}::text OR starts_with(e.action, ${action}::text || '.'))`]),
    ...(actor === undefined ? [] : [sql`${actor}::text IN (e.user_email, e.os_user, e.user_id)`]),
    ...(since === undefined ? [] : [sql`e.at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`e.at < ${until}::timestamptz`]),
    ...(search === undefined
      ? []
      : [
          sql`position(lower(${search}::text) IN lower(concat_ws(' ', e.action, e.subject, e.request_ref, ${shown}))) > 0`,
        ]),
  ];
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM ${ENTRIES} WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY e.id DESC LIMIT ${limit}`);
}

/** The actions on one purchase, the oldest first. */
export function listPurchaseActions(
  db: Db,
  { accountId, requestRef }: { accountId: string; requestRef: string },
): Promise<AuditedAction[]> {
  return db.$queryRaw<AuditedAction[]>(sql`
    SELECT ${COLUMNS} FROM ${ENTRIES}
     WHERE e.request_ref = ${requestRef} AND e.account_id = ${accountId}::uuid ORDER BY e.id`);
}

const ALL_TEXTS = sql`a.name, e.user_email, k.name, e.os_user, e.subject_id, e.note, e.address`;
const SHOWN_TEXTS = sql`
  CASE WHEN e.actor_kind NOT IN ('operator', 'ops') THEN concat_ws(' ', e.user_email, k.name, e.address) END`;

const ENTRIES = sql`
  audit_log e LEFT JOIN account a ON a.id = e.account_id
  LEFT JOIN api_key k ON e.actor_kind = 'key' AND k.id::text = e.user_id`;

const COLUMNS = sql`
  e.id, e.at, e.actor_kind AS "actorKind", e.user_id AS "userId", e.user_email AS "userEmail",
  e.os_user AS "systemUser", e.session_id AS "sessionId", e.request_id AS "requestId", e.address, e.action,
  e.account_id AS "accountId", a.name AS "accountName", k.name AS "keyName", e.request_ref AS "requestRef", e.subject,
  e.subject_id AS "subjectId", e.note, e.before, e.after, e.details, e.db_role AS "dbRole"`;
