import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  type DeliveryResult,
  type EventRequest,
  isPrivateHost,
  isPublicAddress,
  type WebhookPoster,
} from '@topup/core/webhook';
import { answerText } from './answer-text';
import { type Posted, postOnce } from './post-once';

const PRIVATE_ADDRESS = 'refused: the address is private';

type PosterOptions = {
  /** For the whole of a delivery. */
  timeoutMs: number;
  allowPrivate: boolean;
  /** Default: the system's. */
  lookup?: LookupFunction;
};

/**
 * Posts events over HTTP, each on a connection of its own. One deadline covers connecting, TLS, headers and body. An
 * event is delivered when the status is 2xx and the answer was read before the deadline, to its end or for 64 KiB.
 *
 * Unless `allowPrivate`, only public addresses are dialled. An address in the URL is checked as it is written, because
 * Node dials it without a lookup. The addresses of a name are checked in the lookup that Node dials from, so that a DNS
 * answer that changes later has no effect.
 */
export function createWebhookPoster({ timeoutMs, allowPrivate, lookup = systemLookup }: PosterOptions): WebhookPoster {
  const options = { lookup: allowPrivate ? lookup : publicOnly(lookup) };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };

  return {
    async post({ url: to, headers, body }: EventRequest): Promise<DeliveryResult> {
      const started = performance.now();
      const url = new URL(to);
      if (!allowPrivate && isPrivateHost(url.hostname))
        return { httpStatus: null, error: PRIVATE_ADDRESS, durationMs: 0, response: null };
      const posted = await postOnce(url, { headers, body, agents, timeoutMs });
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

class PrivateAddressError extends Error {}

/** The same lookup, but it fails when any address found is not public: Node may dial any of them. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const fault = addresses.every(isPublicAddress) ? null : new PrivateAddressError(PRIVATE_ADDRESS);
      callback(error ?? fault, found, family);
    });
}

function errorOf({ httpStatus, fault }: Posted, timeoutMs: number): string | null {
  if (fault === 'late') return `no complete answer within ${timeoutMs} ms`;
  if (httpStatus !== null && fault !== null) return 'the answer broke off';
  if (httpStatus !== null) return httpStatus >= 200 && httpStatus < 300 ? null : `the receiver answered ${httpStatus}`;
  if (fault instanceof PrivateAddressError) return fault.message;
  const code = fault !== null && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'connection failed';
  return `could not be sent: ${code}`;
}
