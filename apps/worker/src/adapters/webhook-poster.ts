import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Clock, systemClock } from '@topup/core/shared';
import {
  type DeliveryResult,
  type EventRequest,
  isMetadataAddress,
  isMetadataHost,
  isPrivateHost,
  isPublicAddress,
  type WebhookPoster,
} from '@topup/core/webhook';
import { codeOf, deadlineIn, type Exchanged, exchangeOnce } from '@topup/providers';
import { createKeptConnections } from './kept-connections';

const PRIVATE_ADDRESS = 'refused: the address is private';
const METADATA_ADDRESS = 'refused: the address is where a cloud keeps its metadata';

/** Shorter than any server in use waits: the shortest known is 2 s (gunicorn). A server that says less is believed. */
const IDLE_MS = 1_000;

/** The most that is read of one receiver. */
export const LIMITS = {
  enoughBytes: 64 * 1024,
  /** A head has 16 KiB at most, and TLS needs some. */
  maxBytes: 96 * 1024,
  /** 64 KiB in ordinary packets are 45 reads, each with one piece of the body. */
  maxReads: 128,
};

type PosterOptions = {
  /** For the whole of a delivery. */
  timeoutMs: number;
  allowPrivate: boolean;
  /** Default: the system's. */
  lookup?: LookupFunction;
  /** How long a connection is kept for the next event. Default 1,000. */
  idleMs?: number;
  clock?: Pick<Clock, 'monotonicMs'>;
};

/**
 * Posts events over HTTP, with one deadline for connecting, TLS, headers and body. An event is delivered when the
 * status is 2xx and the answer was read before the deadline, to its end or for 64 KiB.
 *
 * Unless `allowPrivate`, only public addresses are dialled, and never those of a cloud's metadata. An address in the
 * URL is checked as it is written, because Node dials it without a lookup; those of a name in the lookup that Node
 * dials from, for each connection, so that a DNS answer that changes later has no effect.
 */
export function createWebhookPoster({
  timeoutMs,
  allowPrivate,
  lookup = systemLookup,
  idleMs = IDLE_MS,
  clock = systemClock,
}: PosterOptions): WebhookPoster {
  const connections = createKeptConnections({ dial: { lookup: checked(lookup, allowPrivate) }, idleMs, clock });

  return {
    async post({ url: to, headers, body }: EventRequest): Promise<DeliveryResult> {
      const started = performance.now();
      const url = new URL(to);
      const refused = hostFault(url.hostname, allowPrivate);
      if (refused !== null) return { httpStatus: null, error: refused, durationMs: 0, response: null };
      const exchanged = await exchangeOnce({
        connections: connections.of(url.origin),
        method: 'POST',
        url,
        headers,
        body,
        deadline: deadlineIn(timeoutMs),
        ...LIMITS,
      });
      if (isClosedEarly(exchanged)) connections.closedEarly(url.origin);
      const durationMs = Math.round(performance.now() - started);
      return {
        httpStatus: exchanged.httpStatus,
        error: errorOf(exchanged, timeoutMs),
        durationMs,
        response: answerText(exchanged.body),
      };
    },
  };
}

class RefusedAddressError extends Error {}

function hostFault(hostname: string, allowPrivate: boolean): string | null {
  if (!allowPrivate && isPrivateHost(hostname)) return PRIVATE_ADDRESS;
  return isMetadataHost(hostname) ? METADATA_ADDRESS : null;
}

function addressFault(address: string, allowPrivate: boolean): string | null {
  if (!allowPrivate && !isPublicAddress(address)) return PRIVATE_ADDRESS;
  return isMetadataAddress(address) ? METADATA_ADDRESS : null;
}

/** The same lookup, but it fails when any address found may not be dialled: Node may dial any of them. */
function checked(lookup: LookupFunction, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const [fault] = addresses.flatMap((address) => addressFault(address, allowPrivate) ?? []);
      callback(error ?? (fault === undefined ? null : new RefusedAddressError(fault)), found, family);
    });
}

/** A kept connection broke after the request was written and before an answer began. */
const isClosedEarly = ({ reused, httpStatus, fault }: Exchanged): boolean =>
  reused && httpStatus === null && isError(fault);

const isError = (fault: Exchanged['fault']): fault is Error => fault !== null && typeof fault !== 'string';

function errorOf({ httpStatus, fault }: Exchanged, timeoutMs: number): string | null {
  if (fault === 'late') return `no complete answer within ${timeoutMs} ms`;
  if (httpStatus !== null && isError(fault)) return 'the answer broke off';
  // an answer that began counts, as far as it came
  if (httpStatus !== null) return httpStatus >= 200 && httpStatus < 300 ? null : `the receiver answered ${httpStatus}`;
  if (fault instanceof RefusedAddressError) return fault.message;
  if (isError(fault)) return `could not be sent: ${codeOf(fault) ?? 'connection failed'}`;
  return 'the receiver sent too much before its answer';
}

const KEPT_BYTES = 1_024; // of an answer

/** Control and format characters, except tab and line feed: they could hide, reorder or break the text for a reader. */
const UNREADABLE = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The first KiB of an answer as text that can be stored and shown, null when empty. Invalid UTF-8 becomes U+FFFD. */
export function answerText(chunks: readonly Uint8Array[]): string | null {
  const head = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // The cut may fall inside a character: `stream` leaves that one out.
  const text = new TextDecoder().decode(head, { stream: true }).replace(UNREADABLE, '');
  return text === '' ? null : text;
}
