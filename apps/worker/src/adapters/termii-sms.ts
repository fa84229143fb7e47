import type { SmsSender } from '@topup/core/notification';
import axios from 'axios';

export type TermiiOptions = {
  /** Such as https://v3.api.termii.com; each Termii account has its own. */
  baseUrl: string;
  apiKey: string;
  senderId: string;
  /** The time limit of one message from start to end. Default 15,000. */
  timeoutMs?: number;
};

/**
 * Sends by Termii's messaging API: POST /api/sms/send on the `dnd` route, the one for transactional messages, which
 * also reaches numbers that block advertising. A message was accepted when a 2xx has a `message_id` or `code: ok` in
 * its body. Source: developer.termii.com/messaging-api.
 */
export function createTermiiSms({ baseUrl, apiKey, senderId, timeoutMs = 15_000 }: TermiiOptions): SmsSender {
  const client = axios.create({
    baseURL: baseUrl,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: 64 * 1024,
    validateStatus: () => true,
  });
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
      const answer = await client
        .post<unknown>('/api/sms/send', message, { signal: AbortSignal.timeout(timeoutMs) })
        .catch(throwCode);
      if (answer.status < 200 || answer.status >= 300) throw new Error(`Termii answered HTTP ${answer.status}`);
      if (!wasAccepted(answer.data)) throw new Error('Termii did not say that it took the message');
    },
  };
}

/** 0803… → 234803… */
const international = (phone: string): string => phone.replace(/^0/, '234');

function wasAccepted(body: unknown): boolean {
  const { message_id, code }: { message_id?: unknown; code?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  return (typeof message_id === 'string' && message_id !== '') || code === 'ok';
}

/** An error of axios holds the request, and with it the key and the token: only its code is kept. */
function throwCode(fault: unknown): never {
  throw new Error(
    `Termii could not be asked: ${axios.isAxiosError(fault) ? (fault.code ?? 'no error code') : 'unexpected fault'}`,
  );
}
