import type { By } from '../audit/actor';
import { type Recorded, unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { type GuardRefusal, isGuardRefusal } from '../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../operator-guard/try-guarded';
import type { Db, DbOrTransaction } from '../shared/db';
import { newId } from '../shared/ids';
import { linkDigest, newLinkToken, storeLinkBy, toldBy } from './manage-user';
import { addOperator, addOwner } from './operator.store';
import type { MemberRole } from './records';
import { changeSignIn, findUser, insertUser, setPassword, type User } from './user.store';
import { userActions } from './user-actions';

type NewMember = { accountId: string; role: MemberRole; name: string; email: string };

/** `token`: of the link for a password; null when they have one. `alone`: of an operator whom nobody could approve. */
type InvitedUser = { kind: 'invited'; user: User; token: string | null; alone: boolean } | Refused<'email_taken'>;

/** `note`: why, for the operator who decides on an approval. `passwordHash`: of `ops`, in place of a link. */
type Options = { note?: string | undefined; passwordHash?: string | null };

/** Adds a user to an account, for an owner of it. */
export const inviteMember = (db: Db, by: By, member: NewMember): Promise<InvitedUser> =>
  withFreshAuditLog<InvitedUser>(db, by, (tx) => insert(tx, by, member, null));

/** The same for an operator or `ops`. An owner of an account that has or had one needs an approval. */
export const inviteUser = (db: Db, by: By, member: NewMember, { note, passwordHash = null }: Options = {}) =>
  tryGuarded<InvitedUser>(db, by, passwordHash === null ? note : undefined, async (tx, actor) => {
    const { role, ...person } = member;
    if (role !== 'owner') return insert(tx, by, member, passwordHash);
    const owner = { userId: newId(), ...person };
    const added = await addOwner(tx, owner, actor);
    if (isGuardRefusal(added)) return { refusal: added, guarded: { kind: 'owner_add', ...owner } };
    if (added.kind === 'email_taken') return unchanged(added);
    return invited(tx, by, added.userId, passwordHash);
  });

async function insert(
  tx: DbOrTransaction,
  by: By,
  member: NewMember,
  passwordHash: string | null,
): Promise<Recorded<InvitedUser>> {
  const added = await insertUser(tx, member);
  if (added.kind === 'email_taken') return unchanged(added);
  return invited(tx, by, added.id, passwordHash);
}

async function invited(
  tx: DbOrTransaction,
  by: By,
  id: string,
  passwordHash: string | null,
): Promise<Recorded<InvitedUser>> {
  const token = passwordHash === null ? newLinkToken() : null;
  if (token !== null) await storeLinkBy(tx, by, id, token);
  if (passwordHash !== null) await changeSignIn(tx, id, 'password', passwordHash);
  const user = await requireUser(tx, id);
  return { result: { kind: 'invited', user, token, alone: false }, action: toldBy(by, userActions.invited(user)) };
}

/** An operator's invitation: `token` works once `outcome` is done or approved, unless the same was asked for before. */
type OperatorInvitation = {
  id: string;
  token: string;
  outcome: InvitedUser | AskedApproval | GuardRefusal;
};

/** Adds an operator, or asks for the approval that this needs. */
export async function inviteOperator(
  db: Db,
  by: By,
  person: { name: string; email: string },
  { note, passwordHash = null }: Options = {},
): Promise<OperatorInvitation> {
  const token = newLinkToken();
  const operator = { userId: newId(), ...person, linkDigest: linkDigest(token) };
  const asks = passwordHash === null ? note : undefined;
  const outcome = await tryGuarded<InvitedUser>(db, by, asks, async (tx, actor) => {
    const added = await addOperator(tx, operator, actor);
    if (isGuardRefusal(added)) return { refusal: added, guarded: { kind: 'operator_add', ...operator } };
    if (added.kind === 'email_taken') return unchanged(added);
    const { userId, alone } = added;
    if (passwordHash !== null) await setPassword(tx, userId, passwordHash);
    const user = await requireUser(tx, userId);
    const action = userActions.invited(user);
    return {
      result: { kind: 'invited', user, token: passwordHash === null ? token : null, alone },
      action: alone ? { ...action, details: { approval: 'none: too few operators' } } : action,
    };
  });
  return { id: outcome.kind === 'invited' ? outcome.user.id : operator.userId, token, outcome };
}

async function requireUser(tx: DbOrTransaction, id: string): Promise<User> {
  const user = await findUser(tx, { id });
  if (user === null) throw new Error('a user is never deleted');
  return user;
}
