import type { SmsSender } from '@topup/core/notification';
import type { TermiiSettings } from '../settings';
import { createTermiiSms } from './termii-sms';

/** Termii when it is set up. Null otherwise: nothing is sent. */
export function createSmsSender(settings: TermiiSettings): SmsSender | null {
  const { TERMII_BASE_URL: baseUrl, TERMII_API_KEY: apiKey, TERMII_SENDER_ID: senderId } = settings;
  if (baseUrl === undefined || apiKey === undefined || senderId === undefined) return null;
  return createTermiiSms({ baseUrl, apiKey, senderId });
}
