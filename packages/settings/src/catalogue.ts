import { integer, withDefault } from '@topup/runtime/settings';

/** What worker, console and `ops` show of the data plans. */
export const catalogue = {
  CATALOGUE_STALE_HOURS: withDefault(
    integer(0, 8_760),
    '24',
    'The cost of a data plan is shown as stale, and the workers raise an alert, when the provider has not confirmed it for this many hours. 0: never.',
  ),
};
