import type { AccountStatus, Role } from './vocabulary';

/**
 * Signing in, below /api/auth. All requests are POST with JSON; the answer is `null` unless stated; 429 with
 * Retry-After after too many attempts.
 * - sign-in/email {email, password} → SignInAnswer. 401 `wrong_credentials`
 * - two-factor/verify-totp {code} or verify-backup-code {code}, when a code must follow. 400 `wrong_code`; 401
 *   `sign_in_again` when it took too long or too many codes were tried
 * - sign-out
 * - request-password-reset {email} → { mails }: false when the user must ask an operator for a link
 * - link {token} → LinkAnswer; reset-password {token, newPassword}: 410 `link_spent`. The user then signs in
 * - for a signed-in user, 400 `wrong_password`: change-password {currentPassword, newPassword}; two-factor/enable
 *   {password} → { totpURI, backupCodes }, followed by verify-totp {code}; get-totp-uri {password} → { totpURI };
 *   generate-backup-codes {password} → { backupCodes }; disable {password}
 */
export type SignInAnswer = {
  /** Whether a code must follow. */
  twoFactorRedirect: boolean;
};
export type LinkAnswer = { email: string; name: string; invited: boolean };

/** GET /api/me; 401 `signed_out` when nobody is signed in */
export type Me = {
  user: { id: string; name: string; email: string; twoFactor: boolean };
  role: Role;
  /** Null for operators. */
  account: { id: string; name: string; tier: string; status: AccountStatus } | null;
  /** Base of the public API, for examples, and its documentation. */
  apiUrl: string;
  docsUrl: string;
  /** Whether links are mailed. If not, the person who makes a link passes it on. */
  mails: boolean;
};

/** GET /api/sessions; POST /api/sessions/:id/revoke; POST /api/sessions/revoke-others */
export type SessionRow = {
  id: string;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  ip: string | null;
  agent: string | null;
};
