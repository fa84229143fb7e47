import { sql } from '../shared/db';

/** The kinds of request that are counted apart for each account. */
export const limitNames = ['purchases', 'status', 'lookups', 'other'] as const;

export type LimitName = (typeof limitNames)[number];

/** How many requests of each kind one account may make in a minute. */
export type RequestLimits = Readonly<Record<LimitName, number>>;

/** The limits that an operator has set for one account. Null: the default of the service applies. */
export type OwnLimits = Readonly<Record<LimitName, number | null>>;

export const NO_OWN_LIMITS: OwnLimits = { purchases: null, status: null, lookups: null, other: null };

/** The own limits of the account `a`, as JSON. */
export const OWN_LIMITS = sql`
  jsonb_build_object('purchases', a.limit_purchases, 'status', a.limit_status, 'lookups', a.limit_lookups,
                     'other', a.limit_other)`;

/** The greatest limit, which the checks of table `account` enforce too. The least is 1. */
export const GREATEST_LIMIT = 1_000_000;

/** The same of a test account: its purchases cost nothing, and each takes 5 kB for a week. */
export const GREATEST_TEST_LIMIT = 300;

/** Those that are set, such as `purchases 12000, other 900`; empty when none is. */
export const ownLimitsText = (limits: OwnLimits): string =>
  limitNames.flatMap((name) => (limits[name] === null ? [] : `${name} ${limits[name]}`)).join(', ');
