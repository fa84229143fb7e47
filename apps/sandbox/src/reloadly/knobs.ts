import { flag, type KnobRules, oneOf, orNull, whole } from '../operator/knob-rules';
import type { Currency } from './money';

/** Settings of Reloadly's behaviour that an operator can change. */
export type ReloadlyKnobs = {
  /** The wallet's. A change converts the float. */
  currency: Currency;
  /** How long a top-up of `/topups-async` is PROCESSING, in milliseconds. */
  async_delay_ms: number;
  /** Seconds after which a top-up that would succeed is REFUNDED instead, PROCESSING until then; null: never. */
  refund_after: number | null;
  /** Refuses a second top-up of one number within two minutes. */
  two_minute_rule: boolean;
  /** How many seconds after a top-up the list shows it. */
  list_lag_s: number;
  /** Top-ups with one identifier that arrive within this time of the first are all accepted. */
  identifier_window_ms: number;
  /** How long operator 1213 holds a call before it refuses it, in milliseconds. */
  slow_failure_ms: number;
  /** The life of an access token in seconds. */
  expires_in: number;
};

export const RELOADLY_KNOBS: ReloadlyKnobs = {
  currency: 'NGN',
  async_delay_ms: 8000,
  refund_after: null,
  two_minute_rule: false,
  list_lag_s: 0,
  identifier_window_ms: 0,
  slow_failure_ms: 52_000,
  expires_in: 3600,
};

export const RELOADLY_KNOB_RULES: KnobRules<ReloadlyKnobs> = {
  currency: oneOf('NGN', 'USD'),
  async_delay_ms: whole(600_000),
  refund_after: orNull(whole(86_400)),
  two_minute_rule: flag,
  list_lag_s: whole(86_400),
  identifier_window_ms: whole(60_000),
  slow_failure_ms: whole(600_000),
  expires_in: whole(5_184_000),
};
