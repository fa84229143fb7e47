import type { SmsSender } from '@topup/core/notification';
import { createPostOnce, deadlineIn, parseJson } from '@topup/providers';
import type { TermiiSettings } from '../settings';

/** Termii when it is set up. Null otherwise: nothing is sent. */
export function createSmsSender(settings: TermiiSettings): SmsSender | null {
  const { TERMII_BASE_URL: baseUrl, TERMII_API_KEY: apiKey, TERMII_SENDER_ID: senderId } = settings;
  if (baseUrl === undefined || apiKey === undefined || senderId === undefined) return null;
  return createTermiiSms({ baseUrl, apiKey, senderId });
}

type TermiiOptions = {
  /** Such as https://v3.api.termii.com; each Termii account has its own. */
  baseUrl: string;
  apiKey: string;
  senderId: string;
  /** The time limit of one message from start to end. Default 15,000. */
  timeoutMs?: number;
};

/**
 * Sends by Termii's API, POST /api/sms/send, on the `dnd` route: it also reaches numbers that block advertising. A 2xx
 * with a `message_id` or `code: ok` has accepted a message. Source: developer.termii.com/messaging-api.
 */
export function createTermiiSms({ baseUrl, apiKey, senderId, timeoutMs = 15_000 }: TermiiOptions): SmsSender {
  const post = createPostOnce({ baseUrl, headers: {}, connectTimeoutMs: timeoutMs, keepAlive: false });
  return {
    async send(phone, text) {
      const message = {
        to: international(phone),
        from: senderId,
        sms: text,
        type: 'plain',
        channel: 'dnd',
        api_key: apiKey,
      };
      const exchange = await post('/api/sms/send', message, deadlineIn(timeoutMs));
      if (exchange.kind !== 'answered') throw new Error(`Termii could not be asked: ${exchange.reason}`);
      const { httpStatus, bodyText } = exchange;
      if (httpStatus < 200 || httpStatus >= 300) throw new Error(`Termii answered HTTP ${httpStatus}`);
      if (!wasAccepted(bodyText)) throw new Error('Termii did not say that it took the message');
    },
  };
}

/** 0803… → 234803… */
const international = (phone: string): string => phone.replace(/^0/, '234');

function wasAccepted(bodyText: string): boolean {
  const body = parseJson(bodyText);
  const { message_id, code }: { message_id?: unknown; code?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  return (typeof message_id === 'string' && message_id !== '') || code === 'ok';
}
