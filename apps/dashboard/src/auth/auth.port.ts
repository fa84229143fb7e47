import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '@topup/core/user';
import type { FindSignedIn } from './signed-in';

/**
 * The sender of a request. Of the headers, only the cookie and the browser's name are read. `requestId`: as the log
 * names the request.
 */
export type Caller = { headers: IncomingHttpHeaders; ip: string | undefined; requestId?: string | undefined };

/** An answer with its Set-Cookie headers. */
export type AuthAnswer<T> = { value: T; cookies: string[] };

/** Signing in with e-mail, password and a second factor. What it declines is thrown as a Refusal. */
export type Auth = {
  findSignedIn: FindSignedIn;
  /** Whose password was right a moment ago, so that a code must follow. Null when nobody's sign-in waits for one. */
  findChallenged(headers: IncomingHttpHeaders): Promise<User | null>;
  /** Extends a used session by seven days, once a day, and returns the new cookie. */
  refresh(caller: Caller): Promise<string[]>;
  /** `twoFactor`: a code must follow within ten minutes; nobody is signed in before that. */
  signIn(
    caller: Caller,
    email: string,
    password: string,
  ): Promise<AuthAnswer<{ userId: string | null; twoFactor: boolean }>>;
  signOut(caller: Caller): Promise<AuthAnswer<null>>;
  /** Ends every session, unfinished sign-in and link, and starts a new session for the caller. */
  changePassword(
    caller: Caller,
    passwords: { currentPassword: string; newPassword: string },
  ): Promise<AuthAnswer<null>>;
  /**
   * The second step of signing in, or, for a signed-in user, the last step of turning the second factor on: it ends
   * every other session. Each code is good once.
   */
  verifyTotp(caller: Caller, code: string): Promise<AuthAnswer<{ userId: string }>>;
  /** The second step of signing in only: refused for a signed-in user, who uses `confirmFactor`. */
  verifyBackupCode(caller: Caller, code: string): Promise<AuthAnswer<{ userId: string }>>;
  /** Starts to turn the second factor on; `verifyTotp` completes it. The backup codes are not shown again. */
  enableTwoFactor(caller: Caller, password: string): Promise<AuthAnswer<{ totpURI: string; backupCodes: string[] }>>;
  /** Proves the second factor again in this session, by a code of the app or a backup code. Each is good once. */
  confirmFactor(caller: Caller, code: string): Promise<AuthAnswer<null>>;
  /** Asks for a fresh second factor, and ends every other session. */
  newBackupCodes(caller: Caller, password: string): Promise<AuthAnswer<{ backupCodes: string[] }>>;
  /** The same. */
  disableTwoFactor(caller: Caller, password: string): Promise<AuthAnswer<null>>;
};
