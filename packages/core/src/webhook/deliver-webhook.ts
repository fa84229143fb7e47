import { type MasterKeys, unseal } from '../api-key/master-key';
import type { NanosecondClock } from '../shared/clock';
import type { Log } from '../shared/log.port';
import type { Observer } from '../shared/observer.port';
import type { ClaimedEvent, DeliveryOutcome, DeliveryResult } from './event.store';
import { type EventRequest, signedEvent, toTimestamp } from './signed-event';

/** Sends one POST. Never throws, retries, follows a redirect, or connects to a private address. */
export interface WebhookPoster {
  post(request: EventRequest): Promise<DeliveryResult>;
}

export type DeliverDeps = {
  clock: NanosecondClock;
  log: Log;
  observer: Pick<Observer, 'webhookTried'>;
  poster: WebhookPoster;
  masterKeys: MasterKeys;
};

/** Half the time after which a claim is closed as lost, and later events of its purchase may be sent. */
const SEND_WITHIN_MS = 30_000;

/**
 * Sends a claimed event in one request. If the process dies before the outcome is recorded, that stays unknown, and the
 * event is not sent again.
 * @param elapsedMs since before the claim. Above 30 s nothing is sent: the process was suspended with the claim unread.
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const result = await send(deps, event, elapsedMs);
  const { httpStatus, durationMs, error } = result;
  deps.log.info('webhook', { ...logFields(event), event: event.event, httpStatus, durationMs, error });
  deps.observer.webhookTried(error === null ? 'delivered' : httpStatus === null ? 'failed' : 'refused', durationMs);
  return result;
}

const logFields = ({ id, purchaseId, requestRef }: ClaimedEvent) => ({ eventId: id, purchase: purchaseId, requestRef });

async function send(
  { clock, log, poster, masterKeys }: DeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const nothing = { httpStatus: null, durationMs: 0, response: null, timestamp: null };
  const unsent = (error: string): DeliveryOutcome => ({ ...nothing, error });
  const { keyId, secretEncrypted, masterFingerprint, webhookSecrets } = event;
  if (keyId === null || secretEncrypted === null) return unsent('the account has no active API key to sign with');
  let apiKey: string;
  let secrets: string[];
  try {
    apiKey = unseal({ id: keyId, secretEncrypted, masterFingerprint }, masterKeys).secret;
    secrets = webhookSecrets.map(
      ({ sealedHex, ...row }) => unseal({ ...row, secretEncrypted: Buffer.from(sealedHex, 'hex') }, masterKeys).secret,
    );
  } catch {
    log.error(
      'an API key or webhook secret cannot be decrypted: check KEY_ENCRYPTION_SECRET and KEY_ENCRYPTION_SECRET_PREVIOUS',
      { ...logFields(event), keyId, webhookSecretIds: webhookSecrets.map(({ id }) => id) },
    );
    return { ...unsent('the event could not be signed'), unsigned: true };
  }
  if (elapsedMs() > SEND_WITHIN_MS) return unsent('the worker stood still before it could send');
  const timestamp = toTimestamp(clock.nowNs());
  return { ...(await poster.post({ url: event.url, ...signedEvent(event, apiKey, secrets, timestamp) })), timestamp };
}
