import { type Actor, insertAction, type NewAction, ofPerson, withAuditLog } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import { findUser, findUserOfChallenge, recordSignIn, type User } from '@topup/core/user';
import type { Request, Response } from 'express';
import { originOf } from '../http/audit';
import { Refusal } from '../http/refusal';
import type { Auth } from './auth.port';

type RecordDeps = { db: Db; auth: Pick<Auth, 'findSignedIn'> };

/** Nobody is signed in yet. */
const NOBODY: Actor = { kind: 'system', process: 'dashboard' };

/** Records that a user has signed in, with the session that these cookies begin. */
export async function recordSession({ db, auth }: RecordDeps, response: Response, cookies: string[]): Promise<void> {
  const cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ');
  const user = await auth.findSignedIn({ cookie });
  if (user === null) return; // it has ended at once
  await db.$transaction(async (tx) => {
    await recordSignIn(tx, user.userId);
    const action = { action: 'session.begin', ...ofPerson({ ...user, id: user.userId }), subjectId: user.sessionId };
    await insertAction(tx, { kind: 'user', ...user }, originOf(response), action);
  });
}

/** Runs what checks a secret of a sign-in, and records when it was wrong. `about`: whose sign-in it is, if known. */
export async function recordingFailure<T>(
  { db }: Pick<RecordDeps, 'db'>,
  response: Response,
  { action, about, email }: { action: string; about: User | null; email?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && WRONG.includes(error.code)) {
      const subject = about ? ofPerson(about) : { subject: email ?? 'somebody', subjectIsPerson: email !== undefined };
      const record: NewAction = { action, ...subject, details: { why: error.code } };
      await insertAction(db, NOBODY, originOf(response), record);
    }
    throw error;
  }
}

const WRONG = ['wrong_credentials', 'wrong_password', 'wrong_code', 'too_many_attempts', 'sign_in_again'];

/** Whose second step a request is: of the user who is signed in, or whose password was right a moment ago. */
export async function findChecked({ db, auth }: RecordDeps, { headers }: Request): Promise<User | null> {
  const signedIn = await auth.findSignedIn(headers);
  if (signedIn !== null) return findUser(db, { id: signedIn.userId });
  const challenge = /\btopup\.two_factor=([\w-]+)\./.exec(headers.cookie ?? '')?.[1];
  return challenge === undefined ? null : findUserOfChallenge(db, challenge);
}

/** Records what the holder of a link, or somebody who asks for one, does about a user. */
export const recordForUser = <T>(
  db: Db,
  response: Response,
  action: string,
  user: User,
  work: (tx: Parameters<Parameters<typeof withAuditLog>[3]>[0]) => Promise<T | null>,
): Promise<T | null> =>
  withAuditLog(db, NOBODY, originOf(response), async (tx) => {
    const result = await work(tx);
    return { result, action: result === null ? null : { action, ...ofPerson(user) } };
  });
