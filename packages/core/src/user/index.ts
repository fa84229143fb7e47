export { type ActingUser, FRESH_MS } from './access.store';
export {
  type AttemptRule,
  attemptWait,
  consumeAttempt,
  consumeGrowing,
  type GrowingRule,
  resetAttempts,
  undoAttempt,
} from './attempt.store';
export { createLink, linkDigest, newLinkToken } from './create-link';
export { forgetOtherDevices, isKnownDevice, rememberDevice } from './device.store';
export {
  accountRequiresFactor,
  type Factor,
  type FactorSecrets,
  findFactor,
  listFactorSecrets,
  replaceFactorSecrets,
  setFactorRequired,
  takeStep,
} from './factor.store';
export { addOperator, addOwner, disableOperator, linkOperator, resetOperatorFactor } from './operator.store';
export { hashPassword, passwordFault, verifyPassword } from './password';
export {
  deleteExpired,
  endOtherSessions,
  endSession,
  listSessions,
  readSecondStep,
  recordProof,
  type Session,
  touchSession,
} from './session.store';
export {
  changeSignIn,
  disableUser,
  endUnfinished,
  findLink,
  findUser,
  findUserOfChallenge,
  type InsertUserOutcome,
  insertUser,
  listAccountUsers,
  listOperators,
  listUsers,
  type NewUser,
  recordSignIn,
  redeemLink,
  removeMember,
  setMemberRole,
  setPassword,
  type TeamChange,
  type User,
  type UserRole,
} from './user.store';
export { AccessEnded, type WriteOptions, writeAs } from './write-as';
