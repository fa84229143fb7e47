import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { type DeliveryResult, type EventBody, eventHeaders, isPrivateHost, isPublicAddress, type WebhookPoster } from '@topup/core';
import axios from 'axios';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { answerText } from './answer-text';

const MAX_ANSWER_BYTES = 64 * 1024;
const REFUSED = 'refused: the address is private';

type PosterOptions = {
  /** For the whole of a delivery. */
  timeoutMs: number;
  allowPrivate: boolean;
  /** Default: the system's. */
  lookup?: LookupFunction;
};

/**
 * Posts events over HTTP, each on a connection of its own. Unless `allowPrivate`, only public addresses are dialled: a host that is private by its text
 * is refused as it was when it was set, and a name when any address it has is not public. The addresses that were checked are the ones dialled, so a
 * name that changes in between gains nothing. One deadline covers connecting, TLS, headers and body. Delivered is a 2xx whose answer was read to its
 * end, or for 64 KiB, before it.
 */
export function createWebhookPoster({ timeoutMs, allowPrivate, lookup = systemLookup }: PosterOptions): WebhookPoster {
  // request-filtering-agent is a second lock: by itself it takes ::7f00:1, which is 127.0.0.1, for public
  const filter = {
    allowPrivateIPAddress: allowPrivate,
    allowMetaIPAddress: allowPrivate,
    lookup: allowPrivate ? lookup : publicOnly(lookup),
  };
  const client = axios.create({
    httpAgent: new RequestFilteringHttpAgent(filter),
    httpsAgent: new RequestFilteringHttpsAgent(filter),
    proxy: false,
    maxRedirects: 0,
    decompress: false,
    responseType: 'stream',
    validateStatus: () => true,
  });

  return {
    async post(url: string, webhookId: string, body: EventBody): Promise<DeliveryResult> {
      const started = performance.now();
      if (!allowPrivate && isPrivateHost(new URL(url).hostname)) return { httpStatus: null, error: REFUSED, durationMs: 0, response: null };
      let httpStatus: number | null = null;
      let error: string | null;
      const head: Buffer[] = [];
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await client.post<Readable>(url, body, { headers: eventHeaders(webhookId), signal });
        httpStatus = answer.status;
        await readHead(answer.data, head);
        error = httpStatus >= 200 && httpStatus < 300 ? null : `the receiver answered ${httpStatus}`;
      } catch (fault) {
        error = textOf(fault, timeoutMs, httpStatus !== null);
      }
      return { httpStatus, error, durationMs: Math.round(performance.now() - started), response: answerText(head) };
    },
  };
}

/** The same look-up, which fails when any of the addresses found is not public: which one would be dialled is not ours to choose. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const refusal = addresses.every(isPublicAddress) ? null : new Error('a private address is not allowed');
      callback(error ?? refusal, found, family);
    });
}

/** Reads to the end or to the limit into `head`, which has what came also when the answer breaks off. Leaving the loop early destroys the connection. */
async function readHead(answer: Readable, head: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    head.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) return;
  }
}

function textOf(fault: unknown, timeoutMs: number, answered: boolean): string {
  if (axios.isCancel(fault)) return `no complete answer within ${timeoutMs} ms`;
  if (answered) return 'the answer broke off';
  if (!axios.isAxiosError(fault)) return 'could not be sent';
  if (fault.message.includes('is not allowed')) return REFUSED;
  return `could not be sent: ${fault.code ?? 'connection failed'}`;
}
