import { Refusal, signedOut } from '../http/refusal';

/** The codes of a secret that was wrong, or of one more guess that has to wait. */
export const wrongSignIns = ['wrong_credentials', 'wrong_password', 'wrong_code', 'too_many_attempts', 'sign_in_again'];

const wrongCredentials = (): Refusal => new Refusal(401, 'wrong_credentials', 'Incorrect e-mail or password.');

const wrongPassword = () =>
  new Refusal(400, 'wrong_password', 'Incorrect password.', { password: 'Incorrect password.' });
const WRONG_CODE = 'That code is wrong or has expired. Each code works once.';
export const wrongCode = (): Refusal => new Refusal(400, 'wrong_code', WRONG_CODE, { code: WRONG_CODE });
export const beginAgain = (): Refusal =>
  new Refusal(
    401,
    'sign_in_again',
    'This sign-in took too long or had too many wrong codes. Start over with your password.',
  );
export const signedInAlready = (): Refusal => new Refusal(409, 'signed_in', 'You’re already signed in.');

export const noTwoFactor = (): Refusal => new Refusal(409, 'no_two_factor', 'Two-factor authentication is off.');

export const twoFactorIsOn = (): Refusal =>
  new Refusal(409, 'two_factor_is_on', 'Two-factor authentication is already on.');

/** By the error code of better-auth. */
const REFUSALS: Record<string, () => Refusal> = {
  INVALID_EMAIL: wrongCredentials,
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  PASSWORD_TOO_LONG: wrongCredentials,
  FAILED_TO_CREATE_SESSION: wrongCredentials, // the user was disabled meanwhile
  INVALID_PASSWORD: wrongPassword,
  CREDENTIAL_ACCOUNT_NOT_FOUND: wrongPassword,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: beginAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: beginAgain,
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Refusal(429, 'too_many_attempts', 'Too many wrong codes. Try again in 15 minutes.'),
  TOTP_ALREADY_ENABLED: twoFactorIsOn,
  TOTP_NOT_ENABLED: noTwoFactor,
  TWO_FACTOR_NOT_ENABLED: noTwoFactor,
  BACKUP_CODES_NOT_ENABLED: noTwoFactor,
  UNAUTHORIZED: signedOut,
};

/** Turns an error of better-auth into our refusal; returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  const body: unknown = error instanceof Error && 'body' in error ? error.body : undefined;
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  if (typeof code === 'string') return REFUSALS[code]?.() ?? error;
  return isConflict(error) ? wrongCode() : error;
}

/** The only one without a code: another request used the backup code at the same moment. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && error.name === 'APIError' && 'statusCode' in error && error.statusCode === 409;
