import { createHash, randomBytes } from 'node:crypto';
import type { NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { type Recorded, unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import {
  type GuardActor,
  type GuardedAction,
  type GuardRefusal,
  isGuardRefusal,
} from '../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../operator-guard/try-guarded';
import type { Db, DbOrTransaction } from '../shared/db';
import { disableOperator, linkOperator, resetOperatorFactor } from './operator.store';
import { changeSignIn, disableUser, putLink, type User } from './user.store';
import { userActions } from './user-actions';

// How somebody signs in, changed by an operator or `ops`. Of an operator it needs an approval; `note`: why.

type Managed<Kind extends string, Why extends Refused> = { kind: Kind } | Why | AskedApproval | GuardRefusal;

/** Makes a link for a new password. `token` works once it is done or approved, unless the same was asked for before. */
export async function linkUser(
  db: Db,
  by: By,
  user: User,
  note?: string,
): Promise<{ token: string; outcome: Managed<'linked', Refused<'user_disabled'>> }> {
  const token = newLinkToken();
  const link = { userId: user.id, linkDigest: linkDigest(token) };
  const outcome = await manage<'linked', Refused<'user_disabled'>>(db, by, user, note, {
    kind: 'linked',
    guarded: { kind: 'operator_link', ...link },
    ofOperator: (tx, actor) => linkOperator(tx, link.userId, link.linkDigest, actor),
    ofUser: (tx) => storeLinkBy(tx, by, user.id, token),
    otherwise: { kind: 'user_disabled', email: user.email },
    action: userActions.linked(user),
  });
  return { token, outcome };
}

/** Removes the second factor of a user who has lost it, and signs them out. */
export const resetFactor = (db: Db, by: By, user: User, note?: string) =>
  manage<'reset', Refused<'no_two_factor'>>(db, by, user, note, {
    kind: 'reset',
    guarded: { kind: 'operator_factor_reset', userId: user.id },
    ofOperator: (tx, actor) => resetOperatorFactor(tx, user.id, actor),
    ofUser: (tx) => changeSignIn(tx, user.id, 'factor'),
    otherwise: { kind: 'no_two_factor', email: user.email },
    action: userActions.factorReset(user),
  });

export const endAccess = (db: Db, by: By, user: User, note?: string) =>
  manage<'disabled', Refused<'already_disabled'>>(db, by, user, note, {
    kind: 'disabled',
    guarded: { kind: 'operator_disable', userId: user.id },
    ofOperator: (tx, actor) => disableOperator(tx, user.id, actor),
    ofUser: (tx) => (by.actor.kind === 'ops' ? changeSignIn(tx, user.id, 'disable') : disableUser(tx, user.id)),
    otherwise: { kind: 'already_disabled', email: user.email },
    action: userActions.disabled(user),
  });

type Change<Kind extends string, Why extends Refused> = {
  /** Also what the database answers when it was done. */
  kind: Kind;
  guarded: GuardedAction;
  ofOperator(tx: DbOrTransaction, actor: GuardActor): Promise<{ kind: string } | GuardRefusal>;
  ofUser(tx: DbOrTransaction): Promise<boolean>;
  otherwise: Why;
  action: NewAction;
};

function manage<Kind extends string, Why extends Refused>(
  db: Db,
  by: By,
  { role }: User,
  note: string | undefined,
  { kind, guarded, ofOperator, ofUser, otherwise, action }: Change<Kind, Why>,
): Promise<Managed<Kind, Why>> {
  type Outcome = { kind: Kind } | Why;
  const recorded = (isDone: boolean): Recorded<Outcome> =>
    isDone ? { result: { kind }, action: toldBy(by, action) } : unchanged<Outcome>(otherwise);
  if (role !== 'operator') return withFreshAuditLog<Outcome>(db, by, async (tx) => recorded(await ofUser(tx)));
  return tryGuarded<Outcome>(db, by, note, async (tx, actor) => {
    const outcome = await ofOperator(tx, actor);
    return isGuardRefusal(outcome) ? { refusal: outcome, guarded } : recorded(outcome.kind === kind);
  });
}

/** The database mails the owners when `ops` changes how a user signs in (change_sign_in). */
export const toldBy = ({ actor }: By, action: NewAction): NewAction =>
  actor.kind === 'ops' ? { ...action, told: true } : action;

/** False when there is no such user, or they are disabled. */
export const storeLinkBy = (tx: DbOrTransaction, { actor }: By, userId: string, token: string): Promise<boolean> =>
  actor.kind === 'ops'
    ? changeSignIn(tx, userId, 'link', linkDigest(token).toString('hex'))
    : putLink(tx, userId, linkDigest(token));

/**
 * Makes the token of a link, with which a user may set a password once, within 24 hours. It replaces an earlier one.
 * Only the caller gets it: the database keeps its hash. Not for operators: `linkOperator`.
 * @returns null when there is no such user, or they are disabled
 */
export async function createLink(db: DbOrTransaction, userId: string): Promise<string | null> {
  const token = newLinkToken();
  return (await putLink(db, userId, linkDigest(token))) ? token : null;
}

/** The token of a link that is not stored yet. An operator's link is stored by `addOperator` and `linkOperator`. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256, as the database stores the token of a link. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
