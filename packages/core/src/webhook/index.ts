export {
  createWebhookSecret,
  DEFAULT_OVERLAP_HOURS,
  endWebhookSecrets,
  giveWebhookSecret,
  MAX_OVERLAP_HOURS,
  replaceWebhookSecret,
} from './change-webhook-secret';
export { changeWebhookUrl, changeWebhookUrlByKey } from './change-webhook-url';
export type { WebhookPoster } from './deliver-webhook';
export { listFailingEndpoints, RATE_SAMPLE, readEndpointState } from './endpoint/failing-endpoints.store';
export { mailFailingEndpoints } from './endpoint/mail-failing-endpoints';
export { type DeliveryResult, expireSendingEvents, insertRequeryEvent, listWaitingReceivers } from './event.store';
export { eventNumber, lastEventNumber, listEventsAfter, numberAt, type WrittenEvent } from './event-feed.store';
export { insertTestEvent, type ManualDeliveryOutcome } from './manual-delivery.store';
export {
  isMetadataAddress,
  isMetadataHost,
  isPrivateHost,
  isPublicAddress,
  maskUrl,
  webhookUrlFault,
  webhookUrlWarning,
} from './public-url';
export {
  countFailedSince,
  dueResends,
  insertResendRequest,
  MOST_RESENT,
  readNewestResend,
  workOffResend,
} from './resend/resend.store';
export { endResend, resendDelivery, resendFailed, sendTestEvent } from './send-by-hand';
export {
  type EventBody,
  type EventRequest,
  eventBody,
  eventHash,
  eventHeaders,
  signedEvent,
  toTimestamp,
} from './signed-event';
export { type EventName, eventNames } from './test-event';
export { createWebhookScheduler, type WebhookScheduler } from './webhook-scheduler';
export { type NewSecret, secretOfListener } from './webhook-secret';
export { listSigningSecrets, readSigners, type Signers } from './webhook-secret.store';
