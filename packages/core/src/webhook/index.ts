export { endWebhookSecrets, giveWebhookSecret, replaceWebhookSecret } from './change-webhook-secret';
export { changeWebhookUrl, changeWebhookUrlByKey } from './change-webhook-url';
export { createWebhookSecret, type NewSecret } from './create-webhook-secret';
export type { WebhookPoster } from './deliver-webhook';
export { RATE_SAMPLE, readEndpointState } from './endpoint/endpoint-state.store';
export { listFailingEndpoints } from './endpoint/failing-endpoints.store';
export { mailFailingEndpoints } from './endpoint/mail-failing-endpoints';
export { type DeliveryResult, expireSendingEvents, insertRequeryEvent, listWaitingReceivers } from './event.store';
export { type EventBody, eventBody, eventHash, toTimestamp } from './event-body';
export { eventNumber, lastEventNumber, listEventsAfter, type WrittenEvent } from './event-feed.store';
export { eventHeaders } from './event-headers';
export {
  insertTestEvent,
  type ManualDeliveryOutcome,
} from './manual-delivery.store';
export { maskUrl } from './mask-url';
export {
  isMetadataAddress,
  isMetadataHost,
  isPrivateHost,
  isPublicAddress,
  webhookUrlFault,
  webhookUrlWarning,
} from './public-url';
export {
  countFailedSince,
  insertResendRequest,
  MOST_RESENT,
  type ResendRequest,
  readNewestResend,
} from './resend/resend-request.store';
export { dueResends, workOffResend } from './resend/work-off-resend.store';
export { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from './rotate-webhook-secret';
export { endResend, resendDelivery, resendFailed, sendTestEvent } from './send-by-hand';
export { type EventRequest, signedEvent } from './signed-event';
export { readSigners, type Signers } from './signers.store';
export { type EventName, eventNames } from './test-event';
export { createWebhookScheduler, type WebhookScheduler } from './webhook-scheduler';
export { secretOfListener } from './webhook-secret';
export { listSigningSecrets } from './webhook-secret.store';
