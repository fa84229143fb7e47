import type { IncomingHttpHeaders } from 'node:http';
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
  /** Extends a used session by seven days, once a day, and returns the new cookie. */
  refresh(caller: Caller): Promise<string[]>;
  /** `twoFactor`: a code must follow within ten minutes; nobody is signed in before that. */
  signIn(
    caller: Caller,
    email: string,
    password: string,
  ): Promise<AuthAnswer<{ userId: string | null; twoFactor: boolean }>>;
  signOut(caller: Caller): Promise<AuthAnswer<null>>;
  /** Ends every session, and starts a new one for the caller. */
  changePassword(
    caller: Caller,
    passwords: { currentPassword: string; newPassword: string },
  ): Promise<AuthAnswer<null>>;
  /** The second step of signing in, or, for a signed-in user, the last step of turning the second factor on. */
  verifyTotp(caller: Caller, code: string): Promise<AuthAnswer<{ userId: string }>>;
  verifyBackupCode(caller: Caller, code: string): Promise<AuthAnswer<{ userId: string }>>;
  /** Starts to turn the second factor on; `verifyTotp` completes it. The backup codes are not shown again. */
  enableTwoFactor(caller: Caller, password: string): Promise<AuthAnswer<{ totpURI: string; backupCodes: string[] }>>;
  totpUri(caller: Caller, password: string): Promise<AuthAnswer<{ totpURI: string }>>;
  newBackupCodes(caller: Caller, password: string): Promise<AuthAnswer<{ backupCodes: string[] }>>;
  disableTwoFactor(caller: Caller, password: string): Promise<AuthAnswer<null>>;
};
