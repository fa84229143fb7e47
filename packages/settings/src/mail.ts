import { allOrNone, confidential, optional, text, url, withRule } from '@topup/runtime/settings';

/** The mail server: the dashboard sends links with it, and the worker everything else. */
export const mail = {
  SMTP_URL: confidential(
    withRule(
      optional(
        url('smtp', 'smtps'),
        'The mail server that sends the links of the dashboard, and what users are told by mail, such as smtps://user:password@mail.example.com. When unset, whoever makes a link passes it on, and no other mail is sent.',
      ),
      allOrNone(['SMTP_URL', 'SMTP_FROM'], 'SMTP_*'),
    ),
  ),
  SMTP_FROM: optional(text().min(3).max(200), 'The sender of those mails, such as Top-Up <no-reply@example.com>.'),
};
