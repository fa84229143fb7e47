import { allOrNone, confidential, optional, text, url, withRule } from '@topup/runtime/settings';

/** The mail server: the dashboard sends links with it, and the worker everything else. */
export const mail = {
  SMTP_URL: confidential(
    withRule(
      optional(
        url('smtp', 'smtps'),
        'The mail server, such as `smtps://user:password@mail.example.com`. Without it no mail is sent, and you pass on the links that you make.',
      ),
      allOrNone(['SMTP_URL', 'SMTP_FROM'], 'SMTP_*'),
    ),
  ),
  SMTP_FROM: optional(text().min(3).max(200), 'The sender of the mails, such as `Top-Up <no-reply@example.com>`.'),
};
