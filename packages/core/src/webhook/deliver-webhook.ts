import { signingKey } from '../access/key.store';
import { type MasterKeys, openKey } from '../access/master-key';
import type { Clock } from '../clock';
import type { Db } from '../db';
import type { Log } from '../log.port';
import type { Observer } from '../observer.port';
import { type ClaimedEvent, claimEvent, type DeliveryResult, finishEvent } from './event.store';
import { type EventBody, eventBody } from './event-body';

/** Sends one POST and tells what came of it. Never throws, never retries, never follows a redirect, never connects to a private address. */
export interface WebhookPoster {
  post(url: string, eventId: string, body: EventBody): Promise<DeliveryResult>;
}

export type DeliverDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  observer: Pick<Observer, 'webhookTried'>;
  poster: WebhookPoster;
  masterKeys: MasterKeys;
};

/**
 * Sends one event if it is its turn, and then the later ones of its purchase that had to wait for it. Each is claimed, sent in one request and recorded: a
 * process that dies in between leaves it unsent or unknown, never sent twice.
 */
export async function deliverWebhook(deps: DeliverDeps, eventId: string): Promise<void> {
  let next: string | null = eventId;
  while (next !== null) {
    const event = await claimEvent(deps.db, next);
    next = event === null ? null : await deliver(deps, event);
  }
}

/** @returns the event that was waiting for this one, if any */
async function deliver(deps: DeliverDeps, event: ClaimedEvent): Promise<string | null> {
  const result = await send(deps, event);
  const { httpStatus, durationMs, error } = result;
  deps.log.info('webhook', { event: event.event, eventId: event.id, requestRef: event.requestRef, httpStatus, durationMs, error });
  deps.observer.webhookTried(error === null ? 'delivered' : httpStatus === null ? 'failed' : 'refused', durationMs);
  return finishEvent(deps.db, event.id, result);
}

async function send({ db, clock, log, poster, masterKeys }: DeliverDeps, event: ClaimedEvent): Promise<DeliveryResult> {
  const unsent = (error: string): DeliveryResult => ({ httpStatus: null, durationMs: 0, error });
  const key = await signingKey(db, event.accountId);
  if (key === null) return unsent('the account has no active API key to sign with');
  try {
    const { apiKey } = openKey(key, masterKeys);
    return await poster.post(event.url, event.id, eventBody(event, apiKey, clock.now()));
  } catch {
    log.error('an API key cannot be decrypted: is KEY_ENCRYPTION_SECRET, or KEY_ENCRYPTION_SECRET_PREVIOUS, the one it was made with?', {
      keyId: key.id,
    });
    return unsent('the event could not be signed');
  }
}
