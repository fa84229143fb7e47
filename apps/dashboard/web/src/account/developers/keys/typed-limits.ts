import type { KeyLimits, KeyRow, KeyScope } from '@topup/dashboard-contract';
import { readAmount } from '../../../format/amount';
import { fromZoneInput, toZoneInput } from '../../../format/zone';

/** The limits of a key as they are typed. `expires`: of a `datetime-local` input, in the zone of the pages. */
export type TypedLimits = { scope: KeyScope; expires: string; networks: string; dailyLimit: string };

export const NO_LIMITS: TypedLimits = { scope: 'purchase', expires: '', networks: '', dailyLimit: '' };

export const typedLimitsOf = ({ scope, expiresAt, allowedCidrs, dailyLimit }: KeyRow): TypedLimits => ({
  scope,
  expires: expiresAt === null ? '' : toZoneInput(expiresAt),
  networks: allowedCidrs.join('\n'),
  dailyLimit: dailyLimit ?? '',
});

/** An untouched expiry keeps its seconds, which the input lacks. The server judges an amount that cannot be read. */
export function toKeyLimits({ scope, expires, networks, dailyLimit }: TypedLimits, known?: KeyRow): KeyLimits {
  const untouched = known !== undefined && expires === typedLimitsOf(known).expires;
  return {
    scope,
    expiresAt: untouched ? known.expiresAt : expires === '' ? null : fromZoneInput(expires),
    allowedCidrs: networks,
    dailyLimit: dailyLimit.trim() === '' ? null : (readAmount(dailyLimit) ?? dailyLimit),
  };
}
