import type { KeyLimits, KeyRow, KeyScope } from '@topup/dashboard-contract';
import { readAmount } from '../../../format/amount';

/** The limits of a key as they are typed. `expires`: of a `datetime-local` input, in the reader's time zone. */
export type TypedLimits = { scope: KeyScope; expires: string; networks: string; dailyLimit: string };

export const NO_LIMITS: TypedLimits = { scope: 'purchase', expires: '', networks: '', dailyLimit: '' };

export const typedLimitsOf = ({ scope, expiresAt, allowedCidrs, dailyLimit }: KeyRow): TypedLimits => ({
  scope,
  expires: expiresAt === null ? '' : toLocal(expiresAt),
  networks: allowedCidrs.join('\n'),
  dailyLimit: dailyLimit ?? '',
});

/**
 * What is sent. An expiry that was not touched keeps its seconds, which the input does not have. An amount that cannot
 * be read is sent as typed: the server says what is wrong with it.
 */
export function toKeyLimits({ scope, expires, networks, dailyLimit }: TypedLimits, known?: KeyRow): KeyLimits {
  const untouched = known !== undefined && expires === typedLimitsOf(known).expires;
  return {
    scope,
    expiresAt: untouched ? known.expiresAt : fromLocal(expires),
    allowedCidrs: networks,
    dailyLimit: dailyLimit.trim() === '' ? null : (readAmount(dailyLimit) ?? dailyLimit),
  };
}

/** "2026-12-31T23:00:00.000Z" → "2027-01-01T00:00", in Lagos. */
function toLocal(at: string): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromLocal(typed: string): string | null {
  if (typed === '') return null;
  const time = new Date(typed);
  return Number.isNaN(time.getTime()) ? typed : time.toISOString();
}
