export { mailNewDevice } from './letters';
export { dueMails, enqueueMail, mailOwners, type NewMail } from './mail.store';
export { type MailDeps, sendMail } from './send-mail';
