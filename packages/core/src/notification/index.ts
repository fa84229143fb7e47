export { dueNotifications } from './notification.store';
export { createNotificationScheduler, type NotificationScheduler } from './notification-scheduler';
export { type NotifyDeps, sendNotification } from './send-notification';
export type { SmsSender } from './sms.port';
