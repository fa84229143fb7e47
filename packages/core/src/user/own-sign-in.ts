import { type Facts, insertAction } from '../audit/action.store';
import type { Actor, By, Origin } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import { mailNewDevice } from '../mail/letters';
import type { Db, DbOrTransaction } from '../shared/db';
import { endOtherSessions, endSession } from './session.store';
import { findUser, recordSignIn, type User } from './user.store';
import { ofPerson, userActions } from './user-actions';
import type { WriteOptions } from './write-as';

// A user's sign-ins, and changes to how they sign in. The library of the dashboard writes some of it, in `work`.

type Person = Pick<User, 'id' | 'email' | 'accountId'>;

/** Changes how a user signs in. `before`: what that ends. A null result changed nothing, and nothing is recorded. */
export const changeOwnSignIn = <T>(
  db: Db,
  by: By,
  user: Person,
  action: string,
  work: (tx: DbOrTransaction) => Promise<{ result: T; before?: Facts | undefined }>,
  options: WriteOptions = {},
): Promise<T> =>
  withAuditLog<T>(
    db,
    by,
    async (tx) => {
      const { result, before } = await work(tx);
      return { result, action: result === null ? null : { action, ...ofPerson(user), ...(before && { before }) } };
    },
    options,
  );

/** Records a sign-in, and mails the user about a new device, but not about their first. `remember` keeps the device. */
export const recordSession = <T extends { isNew: boolean }>(
  db: Db,
  actor: Extract<Actor, { kind: 'user' }>,
  origin: Origin,
  agent: string | null,
  remember: (tx: DbOrTransaction) => Promise<T>,
): Promise<T> =>
  db.$transaction(async (tx) => {
    const user = { id: actor.userId, email: actor.email, accountId: actor.accountId };
    const device = await remember(tx);
    const before = await findUser(tx, { id: user.id });
    const from = { address: origin.address?.replace(/^::ffff:/, '') ?? null, agent };
    if (device.isNew && before?.lastSignInAt) await mailNewDevice(tx, actor, from);
    await recordSignIn(tx, user.id);
    await insertAction(tx, actor, origin, { action: 'session.begin', ...ofPerson(user), subjectId: actor.sessionId });
    return device;
  });

/** Records that a secret of a sign-in was wrong. `about`: whose it is, or the address that was typed. */
export const recordFailedSignIn = (
  db: Db,
  { actor, origin }: By,
  action: string,
  about: Person | { email: string },
  why: string,
): Promise<void> => {
  const subject = 'id' in about ? ofPerson(about) : { subject: about.email, subjectIsPerson: true };
  return insertAction(db, actor, origin, { action, ...subject, details: { why } });
};

type Here = { userId: string; email: string; accountId: string | null; sessionId: string };

/** A session belongs to the user, not to the account. */
const EVEN_SUSPENDED = { evenSuspended: true };

/** Ends all sessions of a user but this one. Returns how many. */
export const endSessionsElsewhere = (db: Db, by: By, { userId: id, sessionId, ...user }: Here): Promise<number> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await endOtherSessions(tx, id, sessionId);
      const action = userActions.sessionsEnded({ id, ...user }, { other_sessions: result });
      return { result, action: result === 0 ? null : action };
    },
    EVEN_SUSPENDED,
  );

/** Ends one session of a user. False when they have no such session. */
export const endOneSession = (db: Db, by: By, { userId: id, ...user }: Here, session: string): Promise<boolean> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await endSession(tx, id, session);
      return { result, action: result ? userActions.sessionsEnded({ id, ...user }, { session }) : null };
    },
    EVEN_SUSPENDED,
  );
