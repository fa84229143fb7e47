import type { SendOutcome } from '@topup/core/provider';

/** Nothing was learnt of the order. A pending order, or a rejection to be confirmed, is an answer. */
export const isSilent = (outcome: SendOutcome): boolean =>
  outcome.kind === 'unknown' && outcome.rejection === null && !outcome.orderSeen;
