import { createHash, timingSafeEqual } from 'node:crypto';
import type { components } from './generated/api';

/** The eight fields of an event, all strings. A later version of the service can send other events and values. */
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
 * True if a parsed webhook body has exactly the eight fields, all strings, and its `hash` is the lowercase hex SHA-256
 * of `<API_KEY>:<reference>` for one of the keys. Takes the same time for every hash, and never throws.
 *
 * The hash covers only the reference. Query the status of the reference before you move goods or money.
 */
export function verifyWebhook(body: unknown, apiKey: string | readonly string[]): body is WebhookEvent {
  try {
    if (!isEvent(body) || !/^[0-9a-f]{64}$/.test(body.hash)) return false;
    const given = Buffer.from(body.hash, 'hex');
    // compares with every key, so that the time does not reveal which one matches
    return keysIn(apiKey)
      .map((key) => timingSafeEqual(given, digest(key, body.reference)))
      .includes(true);
  } catch {
    return false; // a body with a property that throws
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

/** Drops missing keys: as the text "undefined" a key would accept a hash that anyone can compute. */
const keysIn = (apiKey: string | readonly string[]): string[] =>
  (typeof apiKey === 'string' ? [apiKey] : [...apiKey]).filter((key) => typeof key === 'string' && key !== '');

const digest = (key: string, reference: string): Buffer => createHash('sha256').update(`${key}:${reference}`).digest();
