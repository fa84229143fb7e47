import { GREATEST_LIMIT, type RequestLimits } from '@topup/core/account';
import { integer, type Values, withDefault } from '@topup/runtime/settings';

const perMinute = () => integer(1, GREATEST_LIMIT);

/** The api applies them; the dashboard shows them to operators. */
export const rateLimits = {
  RATE_LIMIT_PURCHASES: withDefault(
    perMinute(),
    '6000',
    'How many purchases one account may ask for in a minute, with all its keys. An operator can set another limit for an account (ops account limit). With REDIS_URL all api processes count together, otherwise each for itself.',
  ),
  RATE_LIMIT_STATUS: withDefault(perMinute(), '600', 'The same for status queries.'),
  RATE_LIMIT_LOOKUPS: withDefault(
    perMinute(),
    '300',
    'The same for lookups: cable TV packages, smartcards and meters.',
  ),
  RATE_LIMIT_OTHER: withDefault(perMinute(), '300', 'The same for every other request under /v1.'),
};

/** The limits of an account for which no operator has set others. */
export const defaultLimits = (settings: Values<typeof rateLimits>): RequestLimits => ({
  purchases: settings.RATE_LIMIT_PURCHASES,
  status: settings.RATE_LIMIT_STATUS,
  lookups: settings.RATE_LIMIT_LOOKUPS,
  other: settings.RATE_LIMIT_OTHER,
});
