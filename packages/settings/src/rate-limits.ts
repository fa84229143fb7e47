import { GREATEST_LIMIT, type RequestLimits } from '@topup/core/account';
import { integer, type Values, withDefault } from '@topup/runtime/settings';

const perMinute = () => integer(1, GREATEST_LIMIT);

/** The api applies them; the dashboard shows them to operators. */
export const rateLimits = {
  RATE_LIMIT_PURCHASES: withDefault(
    perMinute(),
    '6000',
    'Purchases that one account may request in a minute, with all its keys. `ops account limit` sets another limit for one account. Without `REDIS_URL` each api process counts alone.',
  ),
  RATE_LIMIT_STATUS: withDefault(perMinute(), '600', 'Status queries that one account may send in a minute.'),
  RATE_LIMIT_LOOKUPS: withDefault(
    perMinute(),
    '300',
    'Lookups that one account may send in a minute, such as of packages and meters.',
  ),
  RATE_LIMIT_OTHER: withDefault(
    perMinute(),
    '300',
    'Other requests under `/v1` that one account may send in a minute.',
  ),
};

/** The limits of an account for which no operator has set others. */
export const defaultLimits = (settings: Values<typeof rateLimits>): RequestLimits => ({
  purchases: settings.RATE_LIMIT_PURCHASES,
  status: settings.RATE_LIMIT_STATUS,
  lookups: settings.RATE_LIMIT_LOOKUPS,
  other: settings.RATE_LIMIT_OTHER,
});
