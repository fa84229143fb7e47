import { atLevel, optional, parsed, withDefault } from '@topup/runtime/settings';

/** The name that the documents of the build have. */
export const DEFAULT_SERVICE_NAME = 'Prepaid Top-Up Service';

const MOST = 100;

/** Who runs the service, as pages, mails, receipts, statements and documents name them. */
export const identity = atLevel('production', {
  SERVICE_NAME: withDefault(
    parsed(lineIn),
    DEFAULT_SERVICE_NAME,
    'The name of your service, as pages, mails, receipts and statements show it.',
  ),
  SUPPORT_CONTACT: optional(
    parsed(lineIn),
    'Where your clients find help: an e-mail address, a phone number or a URL. Without it no page or mail promises help.',
  ),
});

/** It stands in the subject of mails, so it is one line. */
function lineIn(text: string): string {
  const line = text.trim();
  if (line === '' || line.length > MOST || /\p{Cc}/u.test(line))
    throw new Error(`must be one line of at most ${MOST} characters`);
  return line;
}
