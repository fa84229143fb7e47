import { createHash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual, types } from 'node:util';
import type { components } from '../generated/api';
import { verifyWebhookSignature, type WebhookHeaders } from './verify-webhook-signature';

/**
 * The eight fields of an event, all strings. A later version of the service can send other events and values, and more
 * fields.
 */
export type WebhookEvent = Record<keyof components['schemas']['TransactionRequeryEvent'], string>;

/**
 * With both, both must be right. While you change a key or rotate a secret, pass the old and the new one. White space
 * around them, such as the line end of a file, is ignored.
 */
export type VerifyOptions = {
  /** The `whsec_…` secret of the account: checks `webhook-signature`, over the whole body. */
  secret?: string | readonly string[];
  /** Checks `hash`, over the reference alone. */
  apiKey?: string | readonly string[];
  /** How far the signed time may be from now, before or after. Default 300. */
  toleranceSeconds?: number;
  /** Default: the clock of this machine. */
  now?: Date;
};

const FIELDS: readonly (keyof WebhookEvent)[] = [
  'event',
  'reference',
  'status',
  'amount',
  'product_type',
  'details',
  'hash',
  'timestamp',
];

/** The service makes secrets of 32 bytes. The = at the end may be missing: without it the bytes are the same. */
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=?$/;

/**
 * The event of a webhook request, or null when it is none of the service's. `rawBody`: the body as it came, before it
 * is parsed: text, or bytes.
 *
 * The older form, with a parsed body and keys, is `verifyWebhookHash`.
 * @throws TypeError without `secret` and `apiKey`, because nothing would be checked, and when one of them is there but
 *   undefined or empty, such as a setting that is not set, because less would be checked than you asked for. So too
 *   for a secret that is cut or is none, and for a body that is parsed, because every genuine event would be rejected
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyOptions,
): WebhookEvent | null;
/** @deprecated `verifyWebhookHash` */
export function verifyWebhook(body: unknown, apiKey: string | readonly string[]): body is WebhookEvent;
export function verifyWebhook(
  body: unknown,
  given: WebhookHeaders | string | readonly string[],
  options?: VerifyOptions,
): WebhookEvent | null | boolean {
  if (options === undefined) return verifyWebhookHash(body, given as string | readonly string[]);
  for (const name of ['secret', 'apiKey'] as const)
    if (name in options && keysIn(options[name]).length === 0)
      throw new TypeError(`verifyWebhook got no value in \`${name}\`. Set it, or leave \`${name}\` out.`);
  const { secret, apiKey, ...when } = options;
  if (secret === undefined && apiKey === undefined) throw new TypeError('verifyWebhook needs a secret or an apiKey');
  if (keysIn(secret).some((each) => !SECRET.test(each)))
    throw new TypeError(
      'verifyWebhook got a `secret` that is cut or is no webhook secret. ' +
        'Pass the whole text that the dashboard showed you: whsec_ and 44 characters.',
    );
  if (isMissing(body)) return null;
  const rawBody = requireRaw(body);
  if (secret !== undefined && !verifyWebhookSignature(rawBody, given as WebhookHeaders, secret, when)) return null;
  const event = parse(rawBody);
  if (!isEvent(event) || (apiKey !== undefined && !verifyWebhookHash(event, apiKey))) return null;
  return event;
}

/**
 * True if a parsed webhook body has the eight fields, all strings, and its `hash` is the lowercase hex SHA-256 of
 * `<API_KEY>:<reference>` for one of the keys. Other fields are ignored. Takes the same time for every hash, and never
 * throws.
 *
 * The hash covers only the reference. Query the status of the reference before you move goods or money.
 */
export function verifyWebhookHash(body: unknown, apiKey: string | readonly string[]): body is WebhookEvent {
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

/** Express gives undefined or {} to a request whose body it did not read. No stranger may make your program throw. */
const isMissing = (body: unknown): boolean => isDeepStrictEqual(body ?? {}, {});

function requireRaw(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || ArrayBuffer.isView(body) || types.isAnyArrayBuffer(body))
    return body as string | Uint8Array;
  throw new TypeError(
    'verifyWebhook got a body that is neither text nor bytes, such as a parsed one. ' +
      'Pass the body as it came: the bytes of express.raw(), or the text of `await request.text()`.',
  );
}

function parse(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}

function isEvent(body: unknown): body is WebhookEvent {
  if (typeof body !== 'object' || body === null) return false;
  const fields = new Map<string, unknown>(Object.entries(body)); // own ones only, each read once
  return FIELDS.every((name) => typeof fields.get(name) === 'string');
}

/** Drops missing keys: as the text "undefined" a key would accept a hash that anyone can compute. */
const keysIn = (keys: string | readonly string[] | undefined): string[] =>
  (typeof keys === 'string' ? [keys] : [...(keys ?? [])])
    .map((key) => (typeof key === 'string' ? key.trim() : ''))
    .filter((key) => key !== '');

const digest = (key: string, reference: string): Buffer => createHash('sha256').update(`${key}:${reference}`).digest();

export type ReceiveOptions = {
  /**
   * Whether `handle` gets `transaction.requery` too. The service sends that event for every status query, so a `handle`
   * that queries the status would then never stop. Default false.
   */
  requeries?: boolean;
};

/**
 * Takes the parsed body of a webhook, calls `handle` with its event, and resolves with the HTTP status to answer: 401
 * if `verifyWebhookHash` declines it, otherwise 200. **It ignores `transaction.requery`**: it resolves with 200 and
 * does not call `handle`.
 *
 * `handle` should only store the event, because the service waits for the answer. An error of `handle` is passed on:
 * answer 500 then.
 */
export async function receiveEvent(
  body: unknown,
  apiKey: string | readonly string[],
  handle: (event: WebhookEvent) => void | Promise<void>,
  { requeries = false }: ReceiveOptions = {},
): Promise<200 | 401> {
  if (!verifyWebhookHash(body, apiKey)) return 401;
  if (requeries || body.event !== 'transaction.requery') await handle(body);
  return 200;
}
