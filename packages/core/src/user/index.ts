export { FRESH_MS } from './access.store';
export {
  type AttemptRule,
  consumeAttempt,
  consumeGrowing,
  type GrowingRule,
  resetAttempts,
  undoAttempt,
} from './attempt.store';
export { changeRole, removeFromTeam } from './change-team';
export {
  accountRequiresFactor,
  type FactorSecrets,
  findFactor,
  listFactorSecrets,
  replaceFactorSecrets,
  takeStep,
} from './factor.store';
export { inviteMember, inviteOperator, inviteUser } from './invite-user';
export { createLink, endAccess, linkDigest, linkUser, resetFactor } from './manage-user';
export { addOperator, disableOperator } from './operator.store';
export * from './own-sign-in';
export { hashPassword, passwordFault, verifyPassword } from './password';
export type { Member, MemberRole, Right } from './records';
export { mayRole, memberRoles, parseRole, rights, rightsOf, roleOf, roleWords } from './roles';
export * from './session.store';
export {
  changeSignIn,
  disableUser,
  endUnfinished,
  findLink,
  findUser,
  findUserOfChallenge,
  insertUser,
  listAccountUsers,
  listOperators,
  listUsers,
  redeemLink,
  setPassword,
  type TeamChange,
  type User,
  type UserRole,
} from './user.store';
export { userActions } from './user-actions';
export { AccessEnded, type WriteOptions } from './write-as';
