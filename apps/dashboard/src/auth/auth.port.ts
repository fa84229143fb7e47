import type { IncomingHttpHeaders } from 'node:http';
import type { SignedIn } from './signed-in';

/** From whom a request comes: its headers, of which the cookie and the browser's name are read, and its address. */
export type Caller = { headers: IncomingHttpHeaders; ip: string | undefined };

/** With the Set-Cookie headers to answer. */
export type Told<T> = { value: T; cookies: string[] };

/** Signing in with e-mail, password and a second factor. What is turned down is thrown as a Refusal. */
export type Auth = {
  findSignedIn(headers: NodeJS.Dict<string | string[]>): Promise<SignedIn | null>;
  /** Once a day a session that is used begins its seven days anew, and so must its cookie. */
  refresh(caller: Caller): Promise<string[]>;
  /** With `twoFactor` a code must follow within ten minutes; until then nobody is signed in. */
  signIn(caller: Caller, email: string, password: string): Promise<Told<{ userId: string | null; twoFactor: boolean }>>;
  signOut(caller: Caller): Promise<Told<null>>;
  /** Ends every session, and begins one in the place of this. */
  changePassword(caller: Caller, passwords: { currentPassword: string; newPassword: string }): Promise<Told<null>>;
  /** The second step of signing in, or, of who is signed in, the last of turning the second factor on. */
  verifyTotp(caller: Caller, code: string): Promise<Told<{ userId: string }>>;
  verifyBackupCode(caller: Caller, code: string): Promise<Told<{ userId: string }>>;
  /** Begins to turn the second factor on; it is, once a code of it was verified. The codes are told here alone. */
  enableTwoFactor(caller: Caller, password: string): Promise<Told<{ totpURI: string; backupCodes: string[] }>>;
  totpUri(caller: Caller, password: string): Promise<Told<{ totpURI: string }>>;
  newBackupCodes(caller: Caller, password: string): Promise<Told<{ backupCodes: string[] }>>;
  disableTwoFactor(caller: Caller, password: string): Promise<Told<null>>;
};
