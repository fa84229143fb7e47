/** Why purchases end, without the provider's codes, which are as many as it likes. */
const classes = [
  'provider_delivered',
  'provider_rejected',
  'provider_reversed',
  'provider_refused',
  'provider_unreachable',
  'provider_never_had_it',
  'start_deadline',
] as const;

export type CauseClass = (typeof classes)[number] | 'other';

/** The class of a settlement's cause: `provider_rejected_016` is `provider_rejected`. */
export const causeClass = (cause: string): CauseClass =>
  classes.find((known) => cause === known || cause.startsWith(`${known}_`)) ?? 'other';
