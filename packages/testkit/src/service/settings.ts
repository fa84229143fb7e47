import { randomBytes } from 'node:crypto';
import type { Mode } from '@topup/core/account';

/** The mode of the accounts of a world that names none: JOURNEY_MODE, by default live. */
export const journeyMode: Mode = readMode(process.env.JOURNEY_MODE ?? 'live');

/** The names of the modes again: a program outside Jest that loads this file cannot load core. */
function readMode(text: string): Mode {
  if (text !== 'live' && text !== 'test') throw new RangeError(`JOURNEY_MODE must be live or test, not "${text}"`);
  return text;
}

/** Whether each world of this run has a pooler between its processes and the database (`npm run test:pooler`). */
export const behindPooler = process.env.TEST_POOLER === '1';

/**
 * Timers for tests: a tenth of the real ones or shorter, in the same proportions. The requery schedule ends after 30 s,
 * when a purchase is put under review.
 */
export function shortTimers(): Record<string, string> {
  return {
    PURCHASE_WAIT_MS: '2000',
    SYNC_WAIT_MS: '3000',
    PROVIDER_TIMEOUT_MS: '1500',
    PROVIDER_BREAKER_RESET_MS: '0',
    PROVIDER_PATIENCE_MS: '1000',
    LEASE_MS: '2000',
    SWEEP_INTERVAL_MS: '100',
    REQUERY_SCHEDULE: '300ms,600ms,1s,2s,3s,4s,6s,8s,10s,15s,20s,30s',
    NOT_FOUND_MIN_COUNT: '3',
    NOT_FOUND_SPAN_MS: '1000',
    NOT_FOUND_MIN_AGE_MS: '500',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
}

/** Rate limits that no test reaches by accident. */
export const highLimits = {
  RATE_LIMIT_PURCHASES: '1000000',
  RATE_LIMIT_STATUS: '1000000',
  RATE_LIMIT_LOOKUPS: '1000000',
  RATE_LIMIT_OTHER: '1000000',
  RATE_LIMIT_STATUS_PER_REFERENCE: '1000000',
  RATE_LIMIT_FAILED_KEYS: '1000000',
};

/** The keys of the sandbox that `startSandbox` starts: not its published ones, which a production process refuses. */
export const sandboxKeys = {
  VTPASS_API_KEY: 'sandbox-key-of-the-tests',
  VTPASS_PUBLIC_KEY: 'PK_of_the_tests',
  VTPASS_SECRET_KEY: 'SK_of_the_tests',
  MONNIFY_API_KEY: 'MK_of_the_tests',
  MONNIFY_SECRET_KEY: 'monnify-secret-of-the-tests',
  MONNIFY_WALLET_ACCOUNT: '9000000009',
  RELOADLY_CLIENT_ID: 'reloadly-client-of-the-tests',
  RELOADLY_CLIENT_SECRET: 'reloadly-secret-of-the-tests',
};

/** How to reach what that sandbox plays at `url`. */
export const providersAt = (url: string) => ({
  ...sandboxKeys,
  VTPASS_BASE_URL: `${url}/api`,
  MONNIFY_BASE_URL: `${url}/monnify`,
  RELOADLY_AUTH_URL: `${url}/reloadly`,
  RELOADLY_TOPUPS_URL: `${url}/reloadly`,
});

/** A new KEY_ENCRYPTION_SECRET, as bytes and as text of the setting. */
export function newMasterKey(): { masterKey: Buffer; text: string } {
  const masterKey = randomBytes(32);
  return { masterKey, text: masterKey.toString('base64') };
}
