import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import type { ApiAnswer } from '@topup/testkit';

/** What a client makes of an answer: the purchase's state, or the error by its code. */
export type Told = 'success' | 'failed' | 'pending' | ErrorCode;

/** One question of a client's and what it was told. Moments are monotonic milliseconds of the client's. */
export type Telling = {
  ref: string;
  asked: 'purchase' | 'status';
  synchronous: boolean;
  /** The api process. */
  at: string;
  sentMs: number;
  answeredMs: number;
  /** Null: no answer came. */
  told: Told | null;
  /** Why none came; or what the answer was, where it is no answer of ours. */
  trouble?: string;
};

/** @throws when it is none of the answers that a client of ours can understand */
export function toldBy({ status, body }: ApiAnswer): Told {
  if (status === 200 && body.status === 'successful') return 'success';
  if (status === 424 && body.status === 'failed') return 'failed';
  if (status === 202 && body.status === 'pending') return 'pending';
  for (const [code, error] of Object.entries(errorCatalog)) {
    if (error.status === status && error.text === body.message) return code as ErrorCode;
  }
  throw new Error(`no answer of ours: ${status} ${JSON.stringify(body)}`);
}

/** The end that an answer told of; undefined when it told of none. */
export function endIn(told: Told | null): 'success' | 'failed' | undefined {
  if (told === 'success' || told === 'failed') return told;
  return told === 'provider_unreachable' ? 'failed' : undefined;
}

/** It says that the purchase is there. `outcome_unknown` does not: whether it was accepted is what is not known. */
export const saysAccepted = (told: Told | null): boolean =>
  told === 'pending' || told === 'duplicate_reference' || endIn(told) !== undefined;

/** It says that this request has bought nothing and cost nothing. */
export const saysNothingDone = (told: Told | null): boolean =>
  told === 'insufficient_balance' ||
  told === 'overloaded' ||
  told === 'internal' ||
  told === 'provider_unavailable' ||
  told === 'rate_limited';
