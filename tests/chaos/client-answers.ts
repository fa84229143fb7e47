import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import type { ApiAnswer } from '@topup/testkit';

/** The outcome in an answer: the purchase's status, or the code of an error. */
export type AnswerOutcome = 'success' | 'failed' | 'pending' | ErrorCode;

/** One request of a client, and its answer. Times are monotonic milliseconds of the client. */
export type ClientAnswer = {
  /** Id of the account. */
  account: string;
  ref: string;
  asked: 'purchase' | 'status' | 'lookup';
  synchronous: boolean;
  /** URL of the api process. */
  at: string;
  sentMs: number;
  answeredMs: number;
  /** Null: there was no answer. */
  outcome: AnswerOutcome | null;
  /** Of an answer about electricity or an exam, in the order in which they are entered. */
  tokens?: readonly string[];
  /** The client did not wait for an answer. */
  hungUp?: boolean;
  /** Why there was none, or the text of an answer that is not in the error catalogue. */
  trouble?: string;
};

/** Names a purchase: a reference belongs to one account. */
export const keyOf = ({ account, ref }: { account: string; ref: string }): string => `${account} ${ref}`;

/** @throws when it is neither an envelope nor an error of the catalogue */
export function outcomeOf({ status, body }: ApiAnswer): AnswerOutcome {
  if (status === 200 && body.status === 'successful') return 'success';
  if (status === 424 && body.status === 'failed') return 'failed';
  if (status === 202 && body.status === 'pending') return 'pending';
  for (const [code, error] of Object.entries(errorCatalog)) {
    const texts = [error.text, ...('ofPurchase' in error ? [`${error.text} ${error.ofPurchase}`] : [])];
    if (error.status === status && texts.includes(body.message ?? '')) return code as ErrorCode;
  }
  throw new Error(`unknown answer: ${status} ${JSON.stringify(body)}`);
}

/** The tokens in an answer about electricity, in the order in which they are entered; the PIN in one about an exam. */
export function tokensIn({ body }: ApiAnswer): string[] {
  const { key_change_tokens: keys = '', token = '', bonus_token: bonus = '', pins = '' } = body.data ?? {};
  return [keys, token, bonus, pins].flatMap((each) => (each === '' ? [] : String(each).split(',')));
}

/** The final status in an answer; undefined when it has none. */
export function finalOutcomeOf(outcome: AnswerOutcome | null): 'success' | 'failed' | undefined {
  if (outcome === 'success' || outcome === 'failed') return outcome;
  return outcome === 'provider_unreachable' ? 'failed' : undefined;
}

/** It says that the purchase was accepted. `outcome_unknown` does not say whether it was. */
export const saysAccepted = (outcome: AnswerOutcome | null): boolean =>
  outcome === 'pending' || outcome === 'duplicate_reference' || finalOutcomeOf(outcome) !== undefined;

const NOTHING_DONE: ReadonlySet<AnswerOutcome | null> = new Set([
  'insufficient_balance',
  'overloaded',
  'internal',
  'unavailable',
  'provider_unavailable',
  'rate_limited',
  'validation_failed',
  'unknown_plan',
  'price_changed',
  'unknown_package',
  'wrong_package_amount',
]);

/** It says that this request bought nothing and debited nothing. */
export const saysNothingDone = (outcome: AnswerOutcome | null): boolean => NOTHING_DONE.has(outcome);
