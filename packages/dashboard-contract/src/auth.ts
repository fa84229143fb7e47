import type { ApprovalPolicy } from './operator/approvals';
import type { AccountStatus, Product, Right, Role } from './vocabulary';

/**
 * Signing in, below /api/auth. All requests are POST with JSON; the answer is `null` unless stated; 429 with
 * Retry-After after too many attempts.
 * - sign-in/email {email, password} → SignInAnswer. 401 `wrong_credentials`
 * - two-factor/verify-totp {code} or verify-backup-code {code}, when a code must follow. 400 `wrong_code`; 401
 *   `sign_in_again` when it took too long or too many codes were tried; 409 `signed_in` for a backup code of a user
 *   who is signed in
 * - sign-out
 * - request-password-reset {email} → { mails }: false when the user must ask an operator for a link
 * - link {token} → LinkAnswer; reset-password {token, newPassword} → SignInAnswer, as signing in: 410 `link_spent`
 * - for a signed-in user, 400 `wrong_password`: change-password {currentPassword, newPassword}; two-factor/enable
 *   {password} → { totpURI, backupCodes }, followed by verify-totp {code}; generate-backup-codes {password} →
 *   { backupCodes }; disable {password}
 * - confirm-factor {code}, of the app or a backup code: for five minutes the session can do what moves money or trust.
 *   Until then the API returns 403 `factor_needed`. 400 `wrong_code`; 409 `no_two_factor`
 * Each code is good once.
 */
export type SignInAnswer = { /** Whether a code must follow. */ twoFactorRedirect: boolean };
export type LinkAnswer = { email: string; name: string; invited: boolean };

/**
 * GET /api/me; 401 `signed_out` when nobody is signed in. POST /api/settings/time-zone {timeZone: an IANA name}, by
 * owners.
 */
export type Me = {
  user: { id: string; name: string; email: string; twoFactor: boolean };
  /** They must set up a second factor first: for anything else the API returns 403 `factor_enrolment_needed`. */
  mustEnrol: boolean;
  role: Role;
  /** What they may do in their account. Empty for operators. */
  rights: Right[];
  /** Null for operators. `factorRequired`: all its users must have a second factor. */
  account: { id: string; name: string; tier: string; status: AccountStatus; factorRequired: boolean } | null;
  /** In which the pages show every time and count days, such as Africa/Lagos; for operators that of Lagos. */
  timeZone: string;
  /** Base of the public API, for examples, and its documentation. */
  apiUrl: string;
  docsUrl: string;
  /** Whether links are mailed. If not, the person who makes a link passes it on. */
  mails: boolean;
  /** How each provider writes its own name, by its name here. Empty for all but operators. */
  providers: Readonly<Record<string, string>>;
  /** Those that the settings let be sold, for choices. */
  products: Product[];
  /** Whether guarded actions need a second operator. Null for all but operators. */
  approvals: ApprovalPolicy['approvals'] | null;
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
