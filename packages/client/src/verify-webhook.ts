import { createHash, timingSafeEqual } from 'node:crypto';
import type { components } from './generated/api';

/** The eight fields of an event, all of them text. A later version of the service may send other events and words in them than today's. */
export type WebhookEvent = Record<keyof components['schemas']['TransactionRequeryEvent'], string>;

const FIELDS: Record<keyof WebhookEvent, true> = {
  event: true,
  reference: true,
  status: true,
  amount: true,
  product_type: true,
  details: true,
  hash: true,
  timestamp: true,
};

/**
 * True when a parsed webhook body has exactly the eight fields, all strings, and its `hash` is the lowercase hex of SHA-256 of `<API_KEY>:<reference>` for this
 * key, or for one of several (while keys are being exchanged). Takes the same time whatever the hash. Never throws.
 *
 * The hash covers the reference alone. Before goods or money move on an event, query the status of its reference.
 */
export function verifyWebhook(body: unknown, apiKey: string | readonly string[]): body is WebhookEvent {
  try {
    if (!isEvent(body) || !/^[0-9a-f]{64}$/.test(body.hash)) return false;
    const told = Buffer.from(body.hash, 'hex');
    // every key is tried, so that the time does not tell which one fits
    return keysIn(apiKey)
      .map((key) => timingSafeEqual(told, digest(key, body.reference)))
      .includes(true);
  } catch {
    return false; // a body that throws when it is looked at
  }
}

function isEvent(body: unknown): body is WebhookEvent {
  if (typeof body !== 'object' || body === null) return false;
  const entries = Object.entries(body);
  return (
    entries.length === Object.keys(FIELDS).length &&
    entries.every(([name, value]) => Object.hasOwn(FIELDS, name) && typeof value === 'string')
  );
}

/** A key that is not there must not turn into the text "undefined", which anybody can make a hash with. */
const keysIn = (apiKey: string | readonly string[]): string[] =>
  (typeof apiKey === 'string' ? [apiKey] : [...apiKey]).filter((key) => typeof key === 'string' && key !== '');

const digest = (key: string, reference: string): Buffer => createHash('sha256').update(`${key}:${reference}`).digest();
