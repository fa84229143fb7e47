import type { DeliveryState, EventName } from '../vocabulary';

/** GET /api/keys; POST /api/keys {name} → NewKey; POST /api/keys/:id/revoke */
export type KeyRow = {
  id: string;
  name: string;
  display: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
};
/** The only answer that holds `key`. */
export type NewKey = { id: string; name: string; key: string };

/**
 * GET /api/webhook; POST /api/webhook {url}; POST /api/webhook/remove; POST /api/webhook/test TestEvent → { id } of a
 * delivery
 */
export type Webhook = { url: string | null; signed: boolean };
export type TestEvent = { event: EventName };

/** GET /api/deliveries?state=&event=&search=&cursor=; POST /api/deliveries/:id/resend → { id } of the new delivery */
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
  /** The earlier delivery, when this is a resend. */
  resentFrom: string | null;
};

/** GET /api/deliveries/:id. The hash in the request's body is masked. */
export type Delivery = DeliveryRow & {
  /** A test event, which has no purchase. */
  isTest: boolean;
  request: { headers: Record<string, string>; body: Record<string, string> };
  /** The beginning of the receiver's answer. Null when nothing came or it was not kept. */
  response: string | null;
};
