import type { Refused } from '../errors/refusal-catalog';
import type { GuardActor } from '../operator-guard/guard-actor';
import { type GuardRefusal, type NewOperator, type NewOwner, requireRefusal } from '../operator-guard/guarded-action';
import { type DbOrTransaction, sql } from '../shared/db';

/**
 * Adds an operator, with a link to set a password; also a disabled user with this address, who keeps their id.
 * `alone`: `ops` did so without an approval, because fewer than two operators could sign in, and each was sent a mail.
 */
export async function addOperator(
  tx: DbOrTransaction,
  { userId, name, email, linkDigest }: NewOperator,
  actor: GuardActor,
): Promise<{ kind: 'added'; userId: string; alone: boolean } | Refused<'email_taken'> | GuardRefusal> {
  const [row] = await tx.$queryRaw<{ outcome: string; userId: string; alone: boolean }[]>(sql`
    SELECT outcome, user_id AS "userId", alone
      FROM add_operator(${userId}::uuid, ${name}, ${email}, ${new Uint8Array(linkDigest)}, ${actor.id}, NULL)`);
  if (!row) throw new Error('add_operator without a row');
  if (row.outcome === 'added') return { kind: row.outcome, userId: row.userId, alone: row.alone };
  if (row.outcome === 'email_taken') return { kind: row.outcome, email };
  return requireRefusal(row.outcome, null);
}

/**
 * Adds an owner to an account, whom an operator or `ops` invites, without a link (`createLink`); also a disabled user
 * with this address, who keeps their id. The first owner of an account needs no approval.
 */
export async function addOwner(
  tx: DbOrTransaction,
  { userId, accountId, name, email }: NewOwner,
  actor: GuardActor,
): Promise<{ kind: 'added'; userId: string } | Refused<'email_taken'> | GuardRefusal> {
  const [row] = await tx.$queryRaw<{ outcome: string; userId: string }[]>(sql`
    SELECT outcome, user_id AS "userId"
      FROM add_owner(${userId}::uuid, ${accountId}::uuid, ${name}, ${email}, ${actor.id}, NULL)`);
  if (!row) throw new Error('add_owner without a row');
  if (row.outcome === 'added') return { kind: row.outcome, userId: row.userId };
  if (row.outcome === 'email_taken') return { kind: row.outcome, email };
  return requireRefusal(row.outcome, null);
}

/** Makes the link with which an operator sets a new password, in place of an earlier one. Valid for 24 hours. */
export async function linkOperator(
  tx: DbOrTransaction,
  userId: string,
  linkDigest: Buffer,
  actor: GuardActor,
): Promise<{ kind: 'linked' | 'no_such_operator' } | GuardRefusal> {
  const outcome = await outcomeOf<'linked' | 'no_such_operator'>(
    tx,
    sql`link_operator(${userId}::uuid, ${new Uint8Array(linkDigest)}, ${actor.id}, NULL)`,
  );
  return outcome === 'linked' || outcome === 'no_such_operator' ? { kind: outcome } : requireRefusal(outcome, null);
}

/** Removes the second factor of an operator who has lost it, and signs them out. */
export async function resetOperatorFactor(
  tx: DbOrTransaction,
  userId: string,
  actor: GuardActor,
): Promise<{ kind: 'reset' | 'no_factor' | 'no_such_operator' } | GuardRefusal> {
  const outcome = await outcomeOf<'reset' | 'no_factor' | 'no_such_operator'>(
    tx,
    sql`reset_operator_factor(${userId}::uuid, ${actor.id}, NULL)`,
  );
  return outcome === 'reset' || outcome === 'no_factor' || outcome === 'no_such_operator'
    ? { kind: outcome }
    : requireRefusal(outcome, null);
}

/** Signs an operator out everywhere, for good. `no_such_operator`: also one who is disabled. */
export async function disableOperator(
  tx: DbOrTransaction,
  userId: string,
  actor: GuardActor,
): Promise<{ kind: 'disabled' | 'no_such_operator' } | GuardRefusal> {
  const outcome = await outcomeOf<'disabled' | 'no_such_operator'>(
    tx,
    sql`disable_operator(${userId}::uuid, ${actor.id}, NULL)`,
  );
  return outcome === 'disabled' || outcome === 'no_such_operator' ? { kind: outcome } : requireRefusal(outcome, null);
}

async function outcomeOf<T extends string>(
  tx: DbOrTransaction,
  call: ReturnType<typeof sql>,
): Promise<T | GuardRefusal['kind']> {
  const [row] = await tx.$queryRaw<{ outcome: T | GuardRefusal['kind'] }[]>(sql`SELECT ${call} AS outcome`);
  if (!row) throw new Error('a function of operators without a row');
  return row.outcome;
}
