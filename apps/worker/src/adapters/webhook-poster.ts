import type { Readable } from 'node:stream';
import type { DeliveryResult, EventBody, WebhookPoster } from '@topup/core';
import axios from 'axios';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts events over HTTP, each on a connection of its own. Connections to private, loopback and link-local addresses are refused when they are made,
 * whatever the name resolved to (request-filtering-agent checks the very address it dials), unless `allowPrivate`. One deadline covers connecting,
 * TLS, headers and body. Delivered is a 2xx whose answer was read to its end, or for 64 KiB, before it.
 */
export function createWebhookPoster({ timeoutMs, allowPrivate }: { timeoutMs: number; allowPrivate: boolean }): WebhookPoster {
  const filter = { allowPrivateIPAddress: allowPrivate, allowMetaIPAddress: allowPrivate };
  const client = axios.create({
    httpAgent: new RequestFilteringHttpAgent(filter),
    httpsAgent: new RequestFilteringHttpsAgent(filter),
    proxy: false,
    maxRedirects: 0,
    decompress: false,
    responseType: 'stream',
    validateStatus: () => true,
    headers: {
      'User-Agent': 'prepaid-topup-webhooks/1',
      'Content-Type': 'application/json',
      Accept: '*/*',
      'Accept-Encoding': 'identity',
    },
  });

  return {
    async post(url: string, eventId: string, body: EventBody): Promise<DeliveryResult> {
      const started = performance.now();
      let httpStatus: number | null = null;
      let error: string | null;
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await client.post<Readable>(url, body, { headers: { 'X-Webhook-Id': eventId }, signal });
        httpStatus = answer.status;
        await readHead(answer.data);
        error = httpStatus >= 200 && httpStatus < 300 ? null : `the receiver answered ${httpStatus}`;
      } catch (fault) {
        error = textOf(fault, timeoutMs, httpStatus !== null);
      }
      return { httpStatus, error, durationMs: Math.round(performance.now() - started) };
    },
  };
}

/** Reads to the end or to the limit. Leaving the loop early destroys the connection. */
async function readHead(answer: Readable): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) return;
  }
}

function textOf(fault: unknown, timeoutMs: number, answered: boolean): string {
  if (axios.isCancel(fault)) return `no complete answer within ${timeoutMs} ms`;
  if (answered) return 'the answer broke off';
  if (!axios.isAxiosError(fault)) return 'could not be sent';
  if (fault.message.includes('is not allowed')) return 'refused: the address is private';
  return `could not be sent: ${fault.code ?? 'connection failed'}`;
}
