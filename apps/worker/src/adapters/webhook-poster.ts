import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import {
  type DeliveryResult,
  type EventBody,
  eventHeaders,
  isPrivateHost,
  isPublicAddress,
  type WebhookPoster,
} from '@topup/core/webhook';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { answerText } from './answer-text';
import { type Posted, postOnce } from './post-once';

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
  const agents = { http: new RequestFilteringHttpAgent(filter), https: new RequestFilteringHttpsAgent(filter) };

  return {
    async post(to: string, webhookId: string, body: EventBody): Promise<DeliveryResult> {
      const started = performance.now();
      const url = new URL(to);
      if (!allowPrivate && isPrivateHost(url.hostname))
        return { httpStatus: null, error: REFUSED, durationMs: 0, response: null };
      const headers = eventHeaders(webhookId);
      const posted = await postOnce(url, { headers, body: JSON.stringify(body), agents, timeoutMs });
      const durationMs = Math.round(performance.now() - started);
      return {
        httpStatus: posted.httpStatus,
        error: errorOf(posted, timeoutMs),
        durationMs,
        response: answerText(posted.head),
      };
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

function errorOf({ httpStatus, fault }: Posted, timeoutMs: number): string | null {
  if (fault === 'late') return `no complete answer within ${timeoutMs} ms`;
  if (httpStatus !== null && fault !== null) return 'the answer broke off';
  if (httpStatus !== null) return httpStatus >= 200 && httpStatus < 300 ? null : `the receiver answered ${httpStatus}`;
  if (fault?.message.includes('is not allowed')) return REFUSED;
  const code = fault !== null && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'connection failed';
  return `could not be sent: ${code}`;
}
