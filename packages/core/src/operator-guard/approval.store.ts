import { Prisma } from '../generated/prisma/client';
import type { ProductType } from '../product/products';
import { type DbOrTransaction, onlyRow, sql } from '../shared/db';
import { type GuardActor, type GuardedAction, type GuardedActionKind, toPayload } from './guarded-action';

/** `expired`: nobody decided within 24 hours. `cancelled`: the operator who asked took it back. */
export type ApprovalState = 'requested' | 'approved' | 'declined' | 'cancelled' | 'expired';

/** Request to a second operator. The fields of an amount, account, purchase or user are null where it has none. */
export type Approval = {
  id: string;
  kind: GuardedActionKind;
  note: string;
  state: ApprovalState;
  requestedAt: Date;
  expiresAt: Date;
  /** The id of an operator, or `ops`. */
  requestedBy: string;
  /** Of `ops --as`: the id of that operator. */
  requestedAs: string | null;
  /** The address of that operator; `ops`, with the address of its `--as` in brackets. */
  requester: string;
  decidedAt: Date | null;
  /** The address of the operator who decided. */
  decider: string | null;
  decisionNote: string | null;
  accountId: string | null;
  accountName: string | null;
  /** Minus takes from the account. */
  amountKobo: bigint | null;
  /** Of a funding or an adjustment; of a refund the `request_ref` of its purchase. */
  reference: string | null;
  purchaseId: string | null;
  /** Of a refund: the purchase was a success when it was asked for. */
  delivered: boolean | null;
  /** Of an adjustment. */
  entryId: bigint | null;
  reason: string | null;
  belowZero: boolean | null;
  /** Of a change of the limits. */
  approvalLimitKobo: bigint | null;
  dailyCapKobo: bigint | null;
  /** Of a change of what the collector may do without a person. */
  collections: 'on' | 'off' | null;
  collectorCapKobo: bigint | null;
  /** Of a price below cost: its tier, its plan, the price, and the cost for which it was asked for. */
  tier: string | null;
  planId: string | null;
  /** Of a discount below cost: its tier is above. */
  productType: ProductType | null;
  service: string | null;
  bps: number | null;
  priceKobo: bigint | null;
  costKobo: bigint | null;
  /** The operator or owner whom it is about. */
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
};

const APPROVALS = sql`
  SELECT a.id, a.kind, a.note, a.requested_at AS "requestedAt", a.expires_at AS "expiresAt",
         CASE WHEN a.state = 'requested' AND a.expires_at <= clock_timestamp() THEN 'expired' ELSE a.state END AS state,
         a.requested_by AS "requestedBy", a.requested_as AS "requestedAs",
         CASE WHEN a.requested_by <> 'ops' THEN coalesce(asked.email, a.requested_by)
              WHEN behind.email IS NULL THEN 'ops' ELSE 'ops (' || behind.email || ')' END AS requester,
         a.decided_at AS "decidedAt", decider.email AS decider, a.decision_note AS "decisionNote",
         account.id AS "accountId", account.name AS "accountName",
         (a.payload ->> 'amount_kobo')::bigint AS "amountKobo",
         coalesce(q.request_ref, a.payload ->> 'reference') AS reference, q.id AS "purchaseId",
         (a.payload ->> 'delivered')::boolean OR q.token_awaited OR q.contradicted_by IS NOT NULL AS delivered,
         (a.payload ->> 'entry_id')::bigint AS "entryId",
         a.payload ->> 'reason' AS reason, (a.payload ->> 'below_zero')::boolean AS "belowZero",
         (a.payload ->> 'approval_limit_kobo')::bigint AS "approvalLimitKobo",
         (a.payload ->> 'daily_cap_kobo')::bigint AS "dailyCapKobo",
         CASE a.kind WHEN 'collections' THEN a.payload ->> 'state' END AS collections,
         (a.payload ->> 'cap_kobo')::bigint AS "collectorCapKobo",
         a.payload ->> 'tier' AS tier, a.payload ->> 'plan_id' AS "planId",
         a.payload ->> 'product_type' AS "productType", a.payload ->> 'service' AS service,
         (a.payload ->> 'bps')::integer AS bps,
         (a.payload ->> 'price_kobo')::bigint AS "priceKobo", (a.payload ->> 'cost_kobo')::bigint AS "costKobo",
         (a.payload ->> 'user_id')::uuid AS "userId", coalesce(a.payload ->> 'name', about.name) AS "userName",
         coalesce(a.payload ->> 'email', about.email) AS "userEmail"
    FROM approval a
    LEFT JOIN dashboard_user asked ON asked.id::text = a.requested_by
    LEFT JOIN dashboard_user behind ON behind.id = a.requested_as
    LEFT JOIN dashboard_user decider ON decider.id = a.decided_by
    LEFT JOIN dashboard_user about ON about.id = (a.payload ->> 'user_id')::uuid
    LEFT JOIN purchase q ON q.id = (a.payload ->> 'purchase_id')::uuid
    LEFT JOIN account ON account.id = coalesce(q.account_id, (a.payload ->> 'account_id')::uuid)`;

/** Null when there is none. */
export async function findApproval(db: DbOrTransaction, id: string): Promise<Approval | null> {
  const [approval] = await db.$queryRaw<Approval[]>(sql`${APPROVALS} WHERE a.id = ${id}::uuid`);
  return approval ?? null;
}

/** `open`: only what can still be decided; `decided`: only the rest. Asked for at `from` or later, and before `to`. */
type ApprovalFilter = {
  open?: boolean;
  decided?: boolean;
  kind?: GuardedActionKind | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** At most `limit`, the newest first. `after`: only those that come after that approval in the list. */
export function listApprovals(
  db: DbOrTransaction,
  filter: ApprovalFilter & { after?: string | undefined; limit: number },
): Promise<Approval[]> {
  const { open = false, decided = false, kind, from, to, after, limit } = filter;
  const conditions = [
    sql`true`,
    ...(open ? [sql`a.state = 'requested' AND a.expires_at > clock_timestamp()`] : []),
    ...(decided ? [sql`(a.state <> 'requested' OR a.expires_at <= clock_timestamp())`] : []),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
    ...(from === undefined ? [] : [sql`a.requested_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`a.requested_at < ${to}::timestamptz`]),
    ...(after === undefined
      ? []
      : [sql`(a.requested_at, a.id) < (SELECT b.requested_at, b.id FROM approval b WHERE b.id = ${after}::uuid)`]),
  ];
  return db.$queryRaw<Approval[]>(
    sql`${APPROVALS} WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY a.requested_at DESC, a.id DESC LIMIT ${limit}`,
  );
}

/** How many can still be decided: for an operator, without those that they asked for or that are about them. */
export async function countOpenApprovals(db: DbOrTransaction, operatorId: string | null = null): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>(sql`
    SELECT count(*)::integer AS n FROM approval a
     WHERE a.state = 'requested' AND a.expires_at > clock_timestamp()
       AND (${operatorId}::text IS NULL OR ${operatorId}::text NOT IN (
             a.requested_by, coalesce(a.requested_as::text, ''), coalesce(a.payload ->> 'user_id', '')))`);
  return row?.n ?? 0;
}

/**
 * - `requested`: recorded, and the other operators are sent a mail
 * - `requested_before`: the same was asked for already, and can still be decided
 * - `cap_exceeded`: it could never be done. `leftKobo` is the daily cap
 */
export type RequestOutcome =
  | { kind: 'requested' | 'requested_before'; id: string; expiresAt: Date }
  | { kind: 'cap_exceeded'; leftKobo: bigint };

/** request_approval. */
export async function insertRequest(
  tx: DbOrTransaction,
  action: GuardedAction,
  note: string,
  actor: GuardActor,
): Promise<RequestOutcome> {
  type Row = { outcome: string; id: string; expiresAt: Date; boundKobo: bigint | null };
  const rows = await tx.$queryRaw<Row[]>(sql`
    SELECT outcome, approval_id AS id, expires_at AS "expiresAt", bound_kobo AS "boundKobo"
      FROM request_approval(${action.kind}, ${JSON.stringify(toPayload(action))}::jsonb, ${note}, ${actor.id},
                            ${actor.as}::uuid, ${actor.sessionId}::uuid)`);
  const { outcome, id, expiresAt, boundKobo } = onlyRow(rows, 'request_approval');
  if (outcome === 'cap_exceeded') return { kind: outcome, leftKobo: boundKobo ?? 0n };
  if (outcome === 'requested' || outcome === 'requested_before') return { kind: outcome, id, expiresAt };
  throw new Error(`request_approval answered ${outcome}`);
}

/** Answer of the function that did a guarded action, each value as a text. */
export type GuardedResult = { outcome: string } & Partial<Record<string, string>>;

/** `note`: why; null for none. */
export type Decision = { id: string; approve: boolean; note: string | null };

/** prisma/functions/decide_approval.sql says what each outcome means. */
type DecideOutcome =
  | 'approved'
  | 'declined'
  | 'no_such_approval'
  | 'decided_before'
  | 'expired'
  | 'not_an_operator'
  | 'own_request'
  | 'about_decider'
  | 'factor_stale'
  | 'factor_too_young'
  | 'not_done';

type Decided = { outcome: DecideOutcome; result: GuardedResult | null };

/** decide_approval. */
export async function decideStored(
  tx: DbOrTransaction,
  { id, approve, note }: Decision,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Decided> {
  const rows = await tx.$queryRaw<Decided[]>(sql`
    SELECT outcome, result
      FROM decide_approval(${id}::uuid, ${approve}, ${userId}::uuid, ${sessionId}::uuid, ${note})`);
  return onlyRow(rows, 'decide_approval');
}

type CancelOutcome = 'cancelled' | 'no_such_approval' | 'not_yours' | 'decided_before';

/** cancel_approval. */
export async function cancelStored(tx: DbOrTransaction, id: string, actor: GuardActor): Promise<CancelOutcome> {
  const rows = await tx.$queryRaw<{ outcome: CancelOutcome }[]>(
    sql`SELECT cancel_approval(${id}::uuid, ${actor.id}) AS outcome`,
  );
  return onlyRow(rows, 'cancel_approval').outcome;
}
