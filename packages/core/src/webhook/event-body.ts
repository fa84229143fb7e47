import { createHash } from 'node:crypto';
import { formatNaira } from '../shared/money';
import type { StoredEvent } from './event.store';

/** The eight fields of a webhook, all strings. */
export type EventBody = {
  event: string;
  reference: string;
  status: string;
  amount: string;
  product_type: string;
  details: string;
  hash: string;
  timestamp: string;
};

/** What the body says of an event. */
export type EventFacts = Pick<
  StoredEvent,
  'event' | 'requestRef' | 'status' | 'amountKobo' | 'productType' | 'details'
>;

/** The body of a delivery, with the hash of the account's API key. `timestamp`: of the moment of sending. */
export function eventBody(event: EventFacts, apiKey: string, timestamp: string): EventBody {
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
