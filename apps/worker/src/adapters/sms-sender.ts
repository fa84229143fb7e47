import type { SmsSender } from '@topup/core/notification';
import type { Log } from '@topup/core/shared';
import type { TermiiSettings } from '../settings';
import { createLogSms } from './log-sms';
import { createTermiiSms } from './termii-sms';

/** Termii when it is set up, otherwise the log. */
export function createSmsSender(settings: TermiiSettings, log: Log): SmsSender {
  const { TERMII_BASE_URL: baseUrl, TERMII_API_KEY: apiKey, TERMII_SENDER_ID: senderId } = settings;
  if (baseUrl === undefined || apiKey === undefined || senderId === undefined) return createLogSms(log);
  return createTermiiSms({ baseUrl, apiKey, senderId });
}
