import { createTransport } from 'nodemailer';

/** Plain text, so that a link shows its real address. `date`: when it was written; default: now. */
export type Mail = { to: string; subject: string; text: string; date?: Date };

export type Mailer = {
  /** Rejects unless the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Of silence. */
const TIMEOUT_MS = 10_000;
/** Of a whole exchange. A worker's claim of a mail holds for 60 s, and a second one would send it again. */
const EXCHANGE_MS = 45_000;

type MailSettings = Record<'SMTP_URL' | 'SMTP_FROM' | 'SUPPORT_CONTACT', string | undefined> & { SERVICE_NAME: string };

/** Null without SMTP_URL: nothing is mailed. Each mail ends with the name of the service, and where to find help. */
export function createMailer(settings: MailSettings, exchangeMs = EXCHANGE_MS): Mailer | null {
  const { SMTP_URL: url, SMTP_FROM: from, SERVICE_NAME: name, SUPPORT_CONTACT: help } = settings;
  if (url === undefined || from === undefined) return null;
  const signature = `\n-- \n${name}\n${help === undefined ? '' : `Help: ${help}\n`}`;
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
      const signal = AbortSignal.timeout(exchangeMs); // closes the socket
      await transport.sendMail({ ...mail, text: `${mail.text}${signature}`, signal }).catch((error: unknown) => {
        throw signal.aborted ? new Error(`the mail server took longer than ${exchangeMs} ms`) : error;
      });
    },
    close: () => transport.close(),
  };
}
