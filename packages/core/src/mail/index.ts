export { dueMails, enqueueMail } from './mail.store';
export { createMailScheduler } from './mail-scheduler';
export type { MailDeps } from './send-mail';
