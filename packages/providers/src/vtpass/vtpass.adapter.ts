import type { Provider, ProviderOrder, SendDeadline } from '@topup/core';
import { namesAnotherOrder } from './check-echo';
import { judgeRequery } from './judge-requery';
import { judgeSend } from './judge-send';
import { airtimeRequest, mintRef } from './pay-request';
import { createPostOnce, type Exchange } from './post-once';
import { type Answer, readAnswer } from './read-answer';
import { RESPONSE_CODES } from './response-codes';

export type VtpassOptions = {
  /** With its `/api`, such as `https://sandbox.vtpass.com/api`. */
  baseUrl: string;
  apiKey: string;
  /** Goes with `apiKey` on GET requests. */
  publicKey: string;
  /** Goes with `apiKey` on POST requests. */
  secretKey: string;
  /** For a requery from start to end; a send has its own deadline. Default 30,000. */
  timeoutMs?: number;
  /** For name lookup, TCP and TLS together. Default 3,000. */
  connectTimeoutMs?: number;
  /** Told of answers that VTpass's documentation does not foresee. The fields hold no key, body or phone. */
  onOddity?: (text: string, fields: Record<string, string>) => void;
};

/**
 * VTpass behind the provider port: airtime by `POST /pay`, lookups by `POST /requery`.
 * Source: vtpass.com/documentation (buying services, response codes, re-query services, authentication).
 */
export function createVtpass(options: VtpassOptions): Provider {
  const { timeoutMs = 30_000, connectTimeoutMs = 3_000, onOddity } = options;
  const headers = { 'api-key': options.apiKey, 'secret-key': options.secretKey };
  const post = createPostOnce({ baseUrl: options.baseUrl, headers, connectTimeoutMs });

  const read = (exchange: Exchange & { kind: 'answered' }, order: ProviderOrder): Answer => {
    const answer = readAnswer(exchange.httpStatus, exchange.bodyText);
    const oddity = findOddity(answer, order);
    if (oddity !== null) onOddity?.(oddity, { providerRef: order.providerRef, code: answer.code ?? 'none' });
    return answer;
  };

  return {
    name: 'vtpass',
    mintRef,
    async send(order, deadline) {
      if (order.productType !== 'AIRTIME') return { kind: 'unsent', reason: `no way to order ${order.productType}` };
      const exchange = await post('/pay', airtimeRequest(order), deadline);
      if (exchange.kind === 'unsent') return exchange;
      if (exchange.kind === 'unanswered') return { kind: 'unknown', reason: exchange.reason, refusal: null, orderSeen: false };
      return judgeSend(read(exchange, order), order);
    },
    async requery(order) {
      const exchange = await post('/requery', { request_id: order.providerRef }, deadlineIn(timeoutMs));
      if (exchange.kind !== 'answered') return { kind: 'unanswered', reason: exchange.reason };
      return judgeRequery(read(exchange, order), order);
    },
  };
}

function findOddity(answer: Answer, order: ProviderOrder): string | null {
  if (namesAnotherOrder(answer, order)) return 'the provider answered about another order';
  if (answer.code !== null && !RESPONSE_CODES.has(answer.code)) return 'the provider answered with a code that is not listed';
  return null;
}

function deadlineIn(ms: number): SendDeadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
}
