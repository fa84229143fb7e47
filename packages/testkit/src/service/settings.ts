import { randomBytes } from 'node:crypto';
import type { Mode } from '@topup/core/account';

/** The mode of the accounts of a world that names none: JOURNEY_MODE, by default live. */
export const journeyMode: Mode = readMode(process.env.JOURNEY_MODE ?? 'live');

/** The names of the modes again: a program outside Jest that loads this file cannot load core. */
function readMode(text: string): Mode {
  if (text !== 'live' && text !== 'test') throw new RangeError(`JOURNEY_MODE must be live or test, not "${text}"`);
  return text;
}

/** Whether each world has a pooler between its processes and the database (`npm run test:extra -- pooler`). */
export const behindPooler = process.env.TEST_POOLER === '1';

/**
 * Timers for tests: a tenth of the real ones or shorter, in the same proportions. The requery schedule ends after 30 s,
 * when a purchase is put under review. So "no such order" counts from 1.5 s after the send, over 1.5 s.
 */
export function shortTimers(): Record<string, string> {
  return {
    PURCHASE_WAIT_MS: '2000',
    SYNC_WAIT_MS: '3000',
    PROVIDER_TIMEOUT_MS: '1500',
    PROVIDER_BREAKER_RESET_MS: '0',
    EXAM_PINS: 'on',
    PROVIDER_MAX_WAIT_MS: '1000',
    SWEEP_INTERVAL_MS: '100',
    REQUERY_SCHEDULE: '300ms,600ms,1s,2s,3s,4s,6s,8s,10s,15s,20s,30s',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
}

/** Rate limits that no test reaches by accident. */
export const highLimits = {
  RATE_LIMIT_PURCHASES: '1000000',
  RATE_LIMIT_STATUS: '1000000',
  RATE_LIMIT_LOOKUPS: '1000000',
  RATE_LIMIT_OTHER: '1000000',
  RATE_LIMIT_FAILED_KEYS: '1000000',
};

type Providers = typeof import('@topup/providers');
type SandboxKeys = Record<string, string> &
  Record<'VTPASS_API_KEY' | 'VTPASS_PUBLIC_KEY' | 'VTPASS_SECRET_KEY', string>;

/** Loaded when they are asked for: most tests need no provider, and loading takes a tenth of a second. */
const providers = (): Providers => require('@topup/providers');

/** The keys of the sandbox that `startSandbox` starts: not its published ones, which a production process refuses. */
export function sandboxKeys(): SandboxKeys {
  const { addressesOf, declarations } = providers();
  const names = declarations.flatMap((each) => {
    const addresses = addressesOf(each);
    return Object.keys(each.settings).filter((name) => !addresses.includes(name));
  });
  return Object.fromEntries(names.map((name) => [name, `${name}-of-the-tests`])) as SandboxKeys;
}

/** How to reach what that sandbox plays at `url`. */
export const providersAt = (url: string): SandboxKeys => ({
  ...Object.assign({}, ...providers().declarations.map(({ lookAlike }) => lookAlike(url))),
  ...sandboxKeys(),
});

/** Where that sandbox plays this provider, by the names of its settings. */
export function addressesAt(provider: string, url: string): Record<string, string> {
  const declaration = providers().declarationOf(provider);
  const names = providers().addressesOf(declaration);
  return Object.fromEntries(Object.entries(declaration.lookAlike(url)).filter(([name]) => names.includes(name)));
}

/** A new KEY_ENCRYPTION_SECRET, as bytes and as text of the setting. */
export function newMasterKey(): { masterKey: Buffer; text: string } {
  const masterKey = randomBytes(32);
  return { masterKey, text: masterKey.toString('base64') };
}
