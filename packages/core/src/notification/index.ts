export { dueNotifications } from './notification.store';
export {
  createNotificationScheduler,
  type NotificationScheduler,
  type NotifyDeps,
  type SmsSender,
  sendNotification,
} from './send-notification';
