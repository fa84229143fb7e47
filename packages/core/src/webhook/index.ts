export type { EventRequest, WebhookPoster } from './deliver-webhook';
export { type DeliveryResult, expireSendingEvents, insertRequeryEvent, listWaitingReceivers } from './event.store';
export { type EventBody, eventBody, eventHash } from './event-body';
export { eventHeaders } from './event-headers';
export {
  insertResend,
  insertTestEvent,
  type ManualDeliveryOutcome,
  type ResendOutcome,
} from './manual-delivery.store';
export { isPrivateHost, isPublicAddress, webhookUrlFault } from './public-url';
export { type EventName, eventNames, testEventDetails, testEvents } from './test-event';
export { createWebhookScheduler, type SchedulerDeps, type WebhookScheduler } from './webhook-scheduler';
