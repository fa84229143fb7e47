import type { Provider, ProviderLookups, ProviderOrder } from '@topup/core/provider';
import type { AdapterOptions } from '../declare-provider';
import { createGetOnce, createPostOnce, type Exchange } from '../http/http-once';
import { deadlineIn, UNSENT } from '../http/unsent';
import { mintRef } from '../mint-ref';
import { namesAnotherOrder } from './answer/check-echo';
import { type Answer, readAnswer } from './answer/read-answer';
import { createLookups } from './lookups/lookups';
import { VTPASS } from './profile';
import { judgeRequery } from './requery/judge-requery';
import { RESPONSE_CODES } from './response-codes';
import { judgeSend } from './send/judge-send';
import { payRequest } from './send/pay-request';

export type VtpassOptions = Partial<AdapterOptions> & {
  /** With its `/api`, such as `https://sandbox.vtpass.com/api`. */
  baseUrl: string;
  apiKey: string;
  /** Goes with `apiKey` on GET requests. */
  publicKey: string;
  /** Goes with `apiKey` on POST requests. */
  secretKey: string;
};

/**
 * VTpass behind the provider port: sends by `POST /pay`, requeries by `POST /requery`, and the lookups.
 * Source: vtpass.com/documentation (buying services, response codes, re-query services, authentication).
 */
export function createVtpass(options: VtpassOptions): Provider & ProviderLookups {
  const { baseUrl, timeoutMs = 30_000, lookupTimeoutMs = 10_000, connectTimeoutMs = 3_000, onOddity } = options;
  const keys = (own: Record<string, string>) => ({
    baseUrl,
    connectTimeoutMs,
    headers: { 'api-key': options.apiKey, ...own },
  });
  const post = createPostOnce(keys({ 'secret-key': options.secretKey }));
  const get = createGetOnce(keys({ 'public-key': options.publicKey }));

  const read = (exchange: Exchange & { kind: 'answered' }, order: ProviderOrder): Answer => {
    const answer = readAnswer(exchange.httpStatus, exchange.bodyText);
    const oddity = findOddity(answer, order);
    if (oddity !== null) onOddity?.(oddity, { providerRef: order.providerRef, code: answer.code ?? 'none' });
    return answer;
  };

  return {
    ...createLookups({ post, get, lookupTimeoutMs, onOddity }),
    name: VTPASS.name,
    sells: VTPASS.sells,
    mode: 'live',
    mintRef,
    async send(order, deadline) {
      const request = payRequest(order);
      if (request === null) return { kind: 'unsent', code: 'incomplete', reason: UNSENT.incomplete };
      const exchange = await post('/pay', request, deadline);
      if (exchange.kind === 'unsent') return exchange;
      if (exchange.kind === 'unanswered')
        return { kind: 'unknown', reason: exchange.reason, rejection: null, orderSeen: false };
      const answer = read(exchange, order);
      return { ...judgeSend(answer, order), answer: answer.masked() };
    },
    async requery(order) {
      const exchange = await post('/requery', { request_id: order.providerRef }, deadlineIn(timeoutMs));
      if (exchange.kind !== 'answered') return { kind: 'unanswered', reason: exchange.reason };
      const answer = read(exchange, order);
      return { ...judgeRequery(answer, order), answer: answer.masked() };
    },
  };
}

function findOddity(answer: Answer, order: ProviderOrder): string | null {
  if (namesAnotherOrder(answer, order)) return 'the provider answered about another order';
  if (answer.code !== null && !RESPONSE_CODES.has(answer.code))
    return 'the provider answered with a code that is not listed';
  return null;
}
