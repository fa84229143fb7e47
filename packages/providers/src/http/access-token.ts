import type { SendDeadline } from '@topup/core/provider';
import type { Exchange } from './http-once';
import { UNSENT } from './unsent';

/** A token is not used in its last minute: a call that begins with it must end with it. */
const SPARE_MS = 60_000;

/** At most what a header may hold; no character that could begin another header. */
const TOKEN = /^[\x21-\x7e]{1,8000}$/;

/**
 * A token, or why there is none. `unsent` and `refused` both mean that nothing that needs a token was sent; `refused`:
 * the provider rejects our account.
 */
type TokenOutcome =
  | { kind: 'token'; token: string }
  | Extract<Exchange, { kind: 'unsent' }>
  | { kind: 'refused'; code: string };

/** A provider's answer to a request for a token. `lifeSeconds`: a text of digits, or it is not kept. */
export type TokenAnswer =
  | { kind: 'token'; token: unknown; lifeSeconds: unknown }
  | { kind: 'refused'; code: string }
  | { kind: 'unreadable'; reason: string };

type AccessToken = {
  /** The token in use, or a new one. A caller that asks during a fetch gets that token, within its own deadline. */
  get(deadline: SendDeadline): Promise<TokenOutcome>;
  /** Says that `token` was rejected, so that the next `get` fetches another. */
  discard(token: string): void;
};

type AccessTokenOptions = {
  /** Asks for a token. Never throws, and has its own time limit. */
  ask(): Promise<Exchange>;
  read(httpStatus: number, bodyText: string): TokenAnswer;
  /** The monotonic clock. */
  nowMs?: () => number;
};

/** Keeps the one access token of a provider. */
export function createAccessToken({ ask, read, nowMs = () => performance.now() }: AccessTokenOptions): AccessToken {
  let kept: { token: string; endMs: number } | null = null;
  let fetching: Promise<TokenOutcome> | null = null;

  async function fetchToken(): Promise<TokenOutcome> {
    const askedMs = nowMs();
    const exchange = await ask();
    fetching = null;
    if (exchange.kind !== 'answered') return noToken(exchange.reason);
    const answer = read(exchange.httpStatus, exchange.bodyText);
    if (answer.kind === 'refused') return answer;
    if (answer.kind === 'unreadable') return noToken(answer.reason);
    const { token, lifeSeconds } = answer;
    if (typeof token !== 'string' || !TOKEN.test(token)) return noToken('the answer has no token');
    // without its length it serves those who wait for it, and is not kept
    const lifeMs = typeof lifeSeconds === 'string' && /^[0-9]{1,9}$/.test(lifeSeconds) ? Number(lifeSeconds) * 1000 : 0;
    kept = { token, endMs: askedMs + lifeMs - SPARE_MS };
    return { kind: 'token', token };
  }

  return {
    async get(deadline) {
      if (kept !== null && nowMs() < kept.endMs) return { kind: 'token', token: kept.token };
      const remainingMs = deadline.remainingMs();
      if (remainingMs <= 0) return { kind: 'unsent', code: 'too_late', reason: UNSENT.tooLate };
      fetching ??= fetchToken();
      return within(fetching, remainingMs);
    },
    discard(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

/** Result of one call. `refused`: there is no token to call with, because the provider rejects our account. */
export type Called = Exchange | { kind: 'refused'; code: string };

/** `again`: whether a call may be made a second time. Never for an order: a send is one request, whatever came back. */
type TokenRule = { rejectsToken: (exchange: Exchange) => boolean; again: boolean };

/** Calls with the token in use. One that is rejected is not used again; a lookup is then asked with a new one, once. */
export async function withToken(
  tokens: AccessToken,
  deadline: SendDeadline,
  { rejectsToken, again }: TokenRule,
  call: (own: { Authorization: string }) => Promise<Exchange>,
): Promise<Called> {
  const first = await tokens.get(deadline);
  if (first.kind !== 'token') return first;
  const exchange = await call({ Authorization: `Bearer ${first.token}` });
  if (!rejectsToken(exchange)) return exchange;
  tokens.discard(first.token);
  if (!again) return exchange;
  const second = await tokens.get(deadline);
  return second.kind === 'token' ? call({ Authorization: `Bearer ${second.token}` }) : exchange;
}

/** The order itself was not sent, whatever became of the request for a token. */
const noToken = (reason: string): Extract<Exchange, { kind: 'unsent' }> => ({
  kind: 'unsent',
  code: 'unreachable',
  reason: `no access token: ${reason}`,
});

function within(outcome: Promise<TokenOutcome>, ms: number): Promise<TokenOutcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve({ kind: 'unsent', code: 'too_late', reason: UNSENT.tooLate }),
      Math.min(ms, 2 ** 31 - 1),
    );
    void outcome.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
