export { mailNewDevice } from './letters';
export { dueMails, enqueueMail, mailOwners, type NewMail } from './mail.store';
export { createMailScheduler } from './mail-scheduler';
export { type MailDeps, sendMail } from './send-mail';
