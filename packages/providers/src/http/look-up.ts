import type { Lookup, SendDeadline } from '@topup/core/provider';
import type { Called } from './access-token';
import { askTwice } from './ask-twice';
import type { Answered, Exchange } from './http-once';

/** An oddity that is no oddity of an answer: wrong keys, an empty float, a suspended account. */
export const ACCOUNT_REJECTED = 'the provider rejected a lookup because of our account';

export type Oddity = (text: string, fields: Record<string, string>) => void;

export type LookUpOptions<T> = {
  /** The subject of the lookup, in the words of a log. */
  about: string;
  /** From start to end, the second try included. */
  timeoutMs: number;
  ask: (deadline: SendDeadline) => Promise<Called>;
  /** The code of an answer that rejects our account, and not the question; otherwise null. */
  rejection: (answered: Answered) => string | null;
  read: (answered: Answered) => Lookup<T>;
  onOddity: Oddity | undefined;
};

/** Asks a provider something that sells nothing. Tells of a rejection of our account for any caller. Never throws. */
export async function lookUp<T>(options: LookUpOptions<T>): Promise<Lookup<T>> {
  const { about, timeoutMs, ask, rejection, read, onOddity } = options;
  const called = await askTwice(ask, timeoutMs);
  if (called.kind === 'unanswered' || called.kind === 'unsent') return unanswered(called);
  const code = called.kind === 'refused' ? called.code : rejection(called);
  if (code === null && called.kind === 'answered') return read(called);
  onOddity?.(ACCOUNT_REJECTED, { about, code: `${code}` });
  return { kind: 'unavailable', reason: `code ${code}`, fault: 'account' };
}

/** The outcome of a lookup whose call got no answer. */
export function unanswered(exchange: Exclude<Exchange, Answered>): Extract<Lookup<never>, { kind: 'unavailable' }> {
  const isUnreachable = exchange.kind === 'unsent' && exchange.code === 'unreachable';
  return { kind: 'unavailable', reason: exchange.reason, ...(isUnreachable && { fault: 'unreachable' }) };
}
