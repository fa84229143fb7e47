import { type MasterKeys, openKey } from '../api-key/master-key';
import type { Clock } from '../shared/clock';
import type { Log } from '../shared/log.port';
import type { Observer } from '../shared/observer.port';
import type { ClaimedEvent, DeliveryOutcome, DeliveryResult } from './event.store';
import { type EventBody, eventBody } from './event-body';

/** Sends one POST and tells what came of it. Never throws, never retries, never follows a redirect, never connects to a private address. */
export interface WebhookPoster {
  post(url: string, webhookId: string, body: EventBody): Promise<DeliveryResult>;
}

export type DeliverDeps = {
  clock: Clock;
  log: Log;
  observer: Pick<Observer, 'webhookTried'>;
  poster: WebhookPoster;
  masterKeys: MasterKeys;
};

/** Half the time after which a claim is closed as lost, and later news of its purchase may leave. */
const SEND_WITHIN_MS = 30_000;

/**
 * Sends a claimed event in one request and tells what came of it. When that is not recorded, because the process dies, it stays unknown, and is never sent
 * twice.
 * @param elapsedMs since before the claim: its answer may lie unread while the process stands still, and then nothing is sent
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const result = await send(deps, event, elapsedMs);
  const { httpStatus, durationMs, error } = result;
  deps.log.info('webhook', { ...named(event), event: event.event, httpStatus, durationMs, error });
  deps.observer.webhookTried(error === null ? 'delivered' : httpStatus === null ? 'failed' : 'refused', durationMs);
  return result;
}

const named = ({ id, purchaseId, requestRef }: ClaimedEvent) => ({ eventId: id, purchase: purchaseId, requestRef });

async function send(
  { clock, log, poster, masterKeys }: DeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const unsent = (error: string): DeliveryOutcome => ({
    httpStatus: null,
    durationMs: 0,
    error,
    response: null,
    sentAt: null,
  });
  const { keyId, secretEncrypted, masterFingerprint } = event;
  if (keyId === null || secretEncrypted === null) return unsent('the account has no active API key to sign with');
  try {
    const { apiKey } = openKey({ id: keyId, secretEncrypted, masterFingerprint }, masterKeys);
    if (elapsedMs() > SEND_WITHIN_MS) return unsent('the worker stood still before it could send');
    const sentAt = clock.now();
    return { ...(await poster.post(event.url, event.webhookId, eventBody(event, apiKey, sentAt))), sentAt };
  } catch {
    log.error(
      'an API key cannot be decrypted: is KEY_ENCRYPTION_SECRET, or KEY_ENCRYPTION_SECRET_PREVIOUS, the one it was made with?',
      {
        ...named(event),
        keyId,
      },
    );
    return unsent('the event could not be signed');
  }
}
