export { deleteOldMails, dueMails, enqueueMail } from './mail.store';
export { createMailScheduler, type MailDeps } from './send-mail';
