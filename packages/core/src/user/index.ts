export type { ActingUser } from './access.store';
export { type AttemptRule, consumeAttempt, resetAttempts, undoAttempt } from './attempt.store';
export { createLink, linkDigest } from './create-link';
export { hashPassword, passwordFault, verifyPassword } from './password';
export { deleteExpired, endOtherSessions, endSession, listSessions, type Session, touchSession } from './session.store';
export {
  disableUser,
  findLink,
  findUser,
  type InsertUserOutcome,
  insertUser,
  listAccountUsers,
  listUsers,
  type NewUser,
  recordSignIn,
  redeemLink,
  removeMember,
  removeTwoFactor,
  setMemberRole,
  setPassword,
  type TeamChange,
  type User,
  type UserRole,
} from './user.store';
export { AccessEnded, type WriteOptions, writeAs } from './write-as';
