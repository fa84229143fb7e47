import type { ResendRequest, Wire } from '@topup/core/records';
import type { DeliveryState, EventName } from '../vocabulary';

/**
 * GET /api/keys; POST /api/keys {name, …KeyLimits} → NewKey; POST /api/keys/:id/limits KeyLimits, and the same below
 * /api/operator; POST /api/keys/:id/revoke
 */
export type KeyRow = Omit<KeyLimits, 'allowedCidrs'> & {
  id: string;
  name: string;
  display: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The networks that it may be used from; none: any. */
  allowedCidrs: string[];
  /** `now`: it signs webhooks; `next`: it will when that one ends; null: neither. */
  signs: 'now' | 'next' | null;
  /** The last 14 days in Lagos, the oldest first, today the last. */
  use: KeyDay[];
};
/** `read`: what changes nothing. */
export type KeyScope = 'read' | 'purchase';
/** Purchases of a day (`2026-11-23`), without those that were refunded since. */
export type KeyDay = { day: string; purchases: number; spent: string };
/** `expiresAt` null: never. `allowedCidrs`: separated by commas or white space. `dailyLimit` null: none. */
export type KeyLimits = {
  scope: KeyScope;
  expiresAt: string | null;
  allowedCidrs: string;
  dailyLimit: string | null;
};
/** The only answer that holds the `key` of a live account. */
export type NewKey = { id: string; name: string; key: string };
/** GET /api/test-key; POST /api/test-key makes one when there is none. A key of the test account, in both modes. */
export type TestKey = { key: string | null };

/**
 * GET /api/webhook; POST /api/webhook {url}; POST /api/webhook/remove; POST /api/webhook/test TestEvent → { id } of a
 * delivery. `eventsKeptDays`: how long a delivery that is over is kept; null: forever. `allows`: which URLs can be set.
 */
export type Webhook = {
  url: string | null;
  /** The API key that signs events; null: none does, and none are sent. */
  signedWith: { name: string; display: string; createdAt: string } | null;
  eventsKeptDays: number | null;
  allows: { http: boolean; privateAddresses: boolean };
};
/** GET /api/webhook/state */
export type WebhookState = {
  /** In the sense in which owners are mailed. */
  failingSince: string | null;
  /** The first failure after which nothing was delivered. */
  rowSince: string | null;
  lastDeliveredAt: string | null;
  /** Deliveries that ended in the last 24 hours, of the newest `sample`. */
  day: { delivered: number; failed: number; sample: number };
};
export type TestEvent = { event: EventName };

/**
 * GET /api/webhook/secrets → those that sign now, the current one first; POST /api/webhook/secrets → NewWebhookSecret;
 * POST /api/webhook/secrets/rotate RotateWebhookSecret → NewWebhookSecret; POST /api/webhook/secrets/revoke → []
 */
export type WebhookSecretRow = {
  id: string;
  display: string;
  createdAt: string;
  /** Null: the current one. */
  endsAt: string | null;
};
/** The only answer that holds `secret`. */
export type NewWebhookSecret = { id: string; secret: string };
/** `id`: the current one, which still signs for `overlapHours`, 0 to 168; default 24. */
export type RotateWebhookSecret = { id: string; overlapHours?: number };

/** `none`: no response came. */
export type HttpClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none';
/**
 * GET /api/deliveries?state=&event=&http=HttpClass&search=&from=&to=&cursor=; POST /api/deliveries/:id/resend → { id }
 * of the new delivery
 */
export type DeliveryRow = {
  id: string;
  event: string;
  status: string;
  state: DeliveryState;
  reference: string | null;
  url: string | null;
  httpStatus: number | null;
  durationMs: number | null;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
  /** The earlier delivery. */
  resentFrom: string | null;
};

/** GET /api/webhook/resends/matching?since= → how many events would be resent, of at most `most` */
export type MatchingFailures = { events: number; most: number };
/**
 * POST /api/webhook/resends { since } → { id, events }; GET /api/webhook/resends/newest → { resend: ResendProgress or
 * null }; POST /api/webhook/resends/:id/cancel
 */
export type ResendProgress = Wire<ResendRequest>;

/** GET /api/deliveries/:id. The hash in the request's body is masked. */
export type Delivery = DeliveryRow & {
  isTest: boolean;
  request: { headers: Record<string, string>; body: Record<string, string> };
  /** The API key of the hash, and the secrets of the header, the current one first. Null when it was not sent. */
  signedWith: { key: { name: string; display: string } | null; secrets: string[] } | null;
  /** The beginning of the receiver's answer. */
  response: string | null;
};
