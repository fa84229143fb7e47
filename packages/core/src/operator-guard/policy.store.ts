import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';
import { type GuardActor, type GuardRefusal, type MoneyLimits, requireRefusal } from './guarded-action';

/** `approvals` off: nothing needs an approval, and the cap still holds. */
export type ApprovalPolicy = MoneyLimits & { approvals: 'required' | 'off' };

export async function readApprovalPolicy(db: DbOrTransaction): Promise<ApprovalPolicy> {
  const { approvalLimitKobo, dailyCapKobo, approvals } = await db.moneyRule.findFirstOrThrow();
  return { approvalLimitKobo, dailyCapKobo, approvals: approvals as ApprovalPolicy['approvals'] };
}

/** Changes the limits. @returns what they were; or why not */
export async function changeLimits(
  tx: DbOrTransaction,
  { approvalLimitKobo, dailyCapKobo }: MoneyLimits,
  actor: GuardActor,
): Promise<{ kind: 'changed'; before: MoneyLimits } | GuardRefusal> {
  const rows = await tx.$queryRaw<{ outcome: string; limitBefore: bigint; capBefore: bigint }[]>(sql`
    SELECT outcome, limit_before_kobo AS "limitBefore", cap_before_kobo AS "capBefore"
      FROM change_limits(${approvalLimitKobo}::bigint, ${dailyCapKobo}::bigint, ${actor.id}, NULL)`);
  const { outcome, limitBefore, capBefore } = onlyRow(rows, 'change_limits');
  if (outcome === 'changed')
    return { kind: outcome, before: { approvalLimitKobo: limitBefore, dailyCapKobo: capBefore } };
  return requireRefusal(outcome, null);
}

/** Reads the amount that an actor (the id of an operator, or `ops`) has moved today in Lagos, in kobo. */
export async function readCapUse(db: Db, actorId: string): Promise<bigint> {
  const [row] = await db.$queryRaw<{ used: bigint }[]>(sql`
    SELECT coalesce(sum(amount_kobo), 0)::bigint AS used FROM cap_use
     WHERE actor = ${actorId} AND day = (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date`);
  return row?.used ?? 0n;
}

/** The same of everybody who has moved anything today, by actor. */
export async function listCapUse(db: Db): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ actor: string; used: bigint }[]>(sql`
    SELECT actor, sum(amount_kobo)::bigint AS used FROM cap_use
     WHERE day = (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date GROUP BY actor`);
  return new Map(rows.map(({ actor, used }) => [actor, used]));
}
