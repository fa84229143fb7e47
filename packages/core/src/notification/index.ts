export { dueNotifications } from './notification.store';
export { type NotifyDeps, sendNotification } from './send-notification';
export type { SmsSender } from './sms.port';
