import { createHash } from 'node:crypto';
import { formatNaira } from '../shared/money';
import type { ClaimedEvent, StoredEvent } from './event.store';
import { webhookSignature } from './webhook-secret';

/** The request of a delivery. `body` is the text that is sent, byte by byte. */
export type EventRequest = { url: string; headers: Record<string, string>; body: string };

/**
 * The request of an event, with the hash of the API key, and the signature of Standard Webhooks when there are webhook
 * secrets, the current one first.
 * @param timestamp of the moment of sending (`toTimestamp`)
 */
export function signedEvent(
  event: EventFacts & Parameters<typeof eventHeaders>[0],
  apiKey: string,
  secrets: readonly string[],
  timestamp: string,
): Omit<EventRequest, 'url'> {
  const body = JSON.stringify(eventBody(event, apiKey, timestamp));
  const headers = eventHeaders(event, timestamp);
  if (secrets.length === 0) return { headers, body };
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '' } = headers;
  return { headers: { ...headers, 'webhook-signature': webhookSignature(secrets, id, seconds, body) }, body };
}

/** The eight fields of a webhook, all strings. */
export type EventBody = ReturnType<typeof eventBody>;

export type EventFacts = Pick<
  StoredEvent,
  'event' | 'requestRef' | 'status' | 'amountKobo' | 'productType' | 'details'
>;

/** The body of a delivery, with the hash of the account's API key. `timestamp`: of the moment of sending. */
export function eventBody(event: EventFacts, apiKey: string, timestamp: string) {
  return {
    event: event.event,
    reference: event.requestRef,
    status: event.status,
    amount: formatNaira(event.amountKobo),
    product_type: event.productType,
    details: event.details,
    hash: eventHash(apiKey, event.requestRef),
    timestamp,
  };
}

/** Lowercase hex of SHA-256 of "<API_KEY>:<reference>", which the receiver computes too. */
export function eventHash(apiKey: string, reference: string): string {
  return createHash('sha256').update(`${apiKey}:${reference}`).digest('hex');
}

/** Nanoseconds since 1970 as RFC 3339 in UTC, with nine fractional digits. */
export function toTimestamp(ns: bigint): string {
  const fraction = (ns % 1_000_000_000n).toString().padStart(9, '0');
  return `${new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19)}.${fraction}Z`;
}

/**
 * Without the signature and what the connection adds (Host, Content-Length, Connection). A resend has the same
 * `webhookId`.
 * @param timestamp that of the body; null for a delivery from before there were the headers of Standard Webhooks
 */
export function eventHeaders(
  { webhookId, purchaseId, mode }: Pick<ClaimedEvent, 'webhookId' | 'purchaseId' | 'mode'>,
  timestamp: string | null,
): Record<string, string> {
  return {
    'User-Agent': 'prepaid-topup-webhooks/1',
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'X-Webhook-Id': webhookId,
    'X-Mode': mode,
    ...(purchaseId === null && { 'X-Webhook-Test': 'true' }),
    ...(timestamp !== null && {
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(Date.parse(timestamp) / 1_000)),
    }),
  };
}
