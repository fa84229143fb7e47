import { createHash } from 'node:crypto';
import { formatNaira } from '../shared/money';
import type { ClaimedEvent } from './event.store';

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

type EventFacts = Pick<ClaimedEvent, 'event' | 'requestRef' | 'status' | 'amountKobo' | 'productType' | 'details'>;

/** The body of a delivery, signed with the account's API key. `sentAt` becomes its timestamp. */
export function eventBody(event: EventFacts, apiKey: string, sentAt: Date): EventBody {
  return {
    event: event.event,
    reference: event.requestRef,
    status: event.status,
    amount: formatNaira(event.amountKobo),
    product_type: event.productType,
    details: event.details,
    hash: eventHash(apiKey, event.requestRef),
    timestamp: nanosecondTimestamp(sentAt),
  };
}

/** Lowercase hex of SHA-256 of "<API_KEY>:<reference>", which the receiver computes too. */
export function eventHash(apiKey: string, reference: string): string {
  return createHash('sha256').update(`${apiKey}:${reference}`).digest('hex');
}

/** RFC 3339, UTC, nine fractional digits. The clock gives milliseconds; the rest are zeros. */
function nanosecondTimestamp(at: Date): string {
  return at.toISOString().replace('Z', '000000Z');
}
