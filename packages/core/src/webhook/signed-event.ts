import { type EventFacts, eventBody } from './event-body';
import { eventHeaders } from './event-headers';
import { webhookSignature } from './webhook-secret';

/** The request of a delivery. `body` is the text that is sent, byte by byte. */
export type EventRequest = { url: string; headers: Record<string, string>; body: string };

/**
 * The headers and body under which an event is sent: with the hash of the API key, and the signature of Standard
 * Webhooks when there are webhook secrets, the current one first.
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
