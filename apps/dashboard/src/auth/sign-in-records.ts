import type { By } from '@topup/core/audit';
import type { Db, DbOrTransaction } from '@topup/core/shared';
import {
  changeOwnSignIn,
  findUser,
  recordSession as recordBegun,
  recordFailedSignIn,
  type User,
} from '@topup/core/user';
import type { Request, Response } from 'express';
import { Refusal } from '../http/refusal';
import type { Auth } from './auth.adapter';
import { cookiePairs } from './cookies';
import type { Devices } from './devices';
import { wrongSignIns } from './refusals';
import { originOf } from './signed-in';

type RecordDeps = { db: Db; auth: Pick<Auth, 'findSignedIn' | 'findChallenged'> };
type SessionDeps = RecordDeps & { devices: Devices };

/** Nobody is signed in yet. */
const byNobody = (response: Response): By => ({
  actor: { kind: 'system', process: 'dashboard' },
  origin: originOf(response),
});

/**
 * Records that a user has signed in, with the session that these cookies begin. Remembers the device, and mails
 * the user when they have not used it before. Returns the cookies with the device's.
 */
export async function recordSession(
  { db, auth, devices }: SessionDeps,
  response: Response,
  cookies: string[],
): Promise<string[]> {
  const user = await auth.findSignedIn({ cookie: cookiePairs(cookies) });
  if (user === null) return cookies; // it has ended at once
  const { cookie, 'user-agent': agent } = response.req.headers;
  const device = await recordBegun(
    db,
    { kind: 'user', ...user },
    originOf(response),
    agent?.slice(0, 300) ?? null,
    (tx) => devices.remember(tx, user.userId, cookie),
  );
  return [...cookies, device.setCookie];
}

/**
 * Runs what checks a secret of a sign-in, and records when it was wrong, for the metrics too (`locals.failedSignIn`).
 * `about`: whose sign-in it is, if known. A code without a sign-in has neither that nor an address: it is no guess, and
 * only counted, because anybody could send any number of them.
 */
export async function recordingFailure<T>(
  { db }: Pick<RecordDeps, 'db'>,
  response: Response,
  { action, about, email }: { action: string; about: User | null; email?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && wrongSignIns.includes(error.code)) {
      response.locals.failedSignIn = error.code;
      const typed = email === undefined ? null : { email };
      const whose = about ?? typed;
      if (whose !== null) await recordFailedSignIn(db, byNobody(response), action, whose, error.code);
    }
    throw error;
  }
}

/** Whose second step a request is: of the user who is signed in, or whose password was right a moment ago. */
export async function findChecked({ db, auth }: RecordDeps, { headers }: Request): Promise<User | null> {
  const signedIn = await auth.findSignedIn(headers);
  return signedIn === null ? auth.findChallenged(headers) : findUser(db, { id: signedIn.userId });
}

/** Records what the holder of a link, or somebody who asks for one, does about a user. */
export const recordForUser = <T>(
  db: Db,
  response: Response,
  action: string,
  user: User,
  work: (tx: DbOrTransaction) => Promise<T | null>,
): Promise<T | null> =>
  changeOwnSignIn(db, byNobody(response), user, action, async (tx) => ({ result: await work(tx) }));
