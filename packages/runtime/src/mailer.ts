import { createTransport } from 'nodemailer';

/** Plain text, so that a link shows its real address. `date`: when it was written; default: now. */
export type Mail = { to: string; subject: string; text: string; date?: Date };

export type Mailer = {
  /** Rejects unless the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 10_000;

/** Null without SMTP_URL: nothing is mailed. */
export function createMailer({
  SMTP_URL: url,
  SMTP_FROM: from,
}: {
  SMTP_URL: string | undefined;
  SMTP_FROM: string | undefined;
}): Mailer | null {
  if (url === undefined || from === undefined) return null;
  const options = {
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(options, { from });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
