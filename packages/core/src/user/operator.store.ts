import type { Refused } from '../errors/refusal-catalog';
import {
  type GuardActor,
  type GuardRefusal,
  type NewOperator,
  type NewOwner,
  requireRefusal,
} from '../operator-guard/guarded-action';
import { type DbOrTransaction, onlyRow, type Sql, sql } from '../shared/db';

type Added = { kind: 'added'; userId: string; alone: boolean } | Refused<'email_taken'> | GuardRefusal;

/**
 * Adds an operator, with a link to set a password; also a disabled user with this address, who keeps their id.
 * `alone`: `ops` did so without an approval, because fewer than two operators could sign in, and each was sent a mail.
 */
export const addOperator = (tx: DbOrTransaction, { userId, name, email, linkDigest }: NewOperator, actor: GuardActor) =>
  add(
    tx,
    email,
    sql`SELECT outcome, user_id AS "userId", alone
      FROM add_operator(${userId}::uuid, ${name}, ${email}, ${new Uint8Array(linkDigest)}, ${actor.id}, NULL)`,
  );

/**
 * Adds an owner to an account, whom an operator or `ops` invites, without a link (`createLink`); also a disabled user
 * with this address, who keeps their id. The first owner of an account needs no approval.
 */
export const addOwner = (tx: DbOrTransaction, { userId, accountId, name, email }: NewOwner, actor: GuardActor) =>
  add(
    tx,
    email,
    sql`SELECT outcome, user_id AS "userId", false AS alone
      FROM add_owner(${userId}::uuid, ${accountId}::uuid, ${name}, ${email}, ${actor.id}, NULL)`,
  );

async function add(tx: DbOrTransaction, email: string, call: Sql): Promise<Added> {
  const rows = await tx.$queryRaw<{ outcome: string; userId: string; alone: boolean }[]>(call);
  const { outcome, userId, alone } = onlyRow(rows, 'a function of operators');
  if (outcome === 'added') return { kind: outcome, userId, alone };
  return outcome === 'email_taken' ? { kind: outcome, email } : requireRefusal(outcome, null);
}

/** Makes the link with which an operator sets a new password, in place of an earlier one. Valid for 24 hours. */
export const linkOperator = (tx: DbOrTransaction, userId: string, linkDigest: Buffer, actor: GuardActor) =>
  outcomeOf(
    tx,
    ['linked', 'no_such_operator'],
    sql`link_operator(${userId}::uuid, ${new Uint8Array(linkDigest)}, ${actor.id}, NULL)`,
  );

/** Removes the second factor of an operator who has lost it, and signs them out. */
export const resetOperatorFactor = (tx: DbOrTransaction, userId: string, actor: GuardActor) =>
  outcomeOf(
    tx,
    ['reset', 'no_factor', 'no_such_operator'],
    sql`reset_operator_factor(${userId}::uuid, ${actor.id}, NULL)`,
  );

/** Signs an operator out everywhere, for good. `no_such_operator`: also one who is disabled. */
export const disableOperator = (tx: DbOrTransaction, userId: string, actor: GuardActor) =>
  outcomeOf(tx, ['disabled', 'no_such_operator'], sql`disable_operator(${userId}::uuid, ${actor.id}, NULL)`);

/** The answer of a function, which is one of `kinds` or a refusal. */
async function outcomeOf<Kind extends string>(
  tx: DbOrTransaction,
  kinds: readonly Kind[],
  call: Sql,
): Promise<{ kind: Kind } | GuardRefusal> {
  const rows = await tx.$queryRaw<{ outcome: string }[]>(sql`SELECT ${call} AS outcome`);
  const { outcome } = onlyRow(rows, 'a function of operators');
  const kind = kinds.find((each) => each === outcome);
  return kind === undefined ? requireRefusal(outcome, null) : { kind };
}
