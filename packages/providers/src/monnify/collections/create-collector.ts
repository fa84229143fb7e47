import type { Collector, Notice } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';
import { ACCOUNT_REJECTED } from '../../http/look-up';
import { readNotice } from './read-notice';

/** Of `COLLECTIONS`, and of Monnify, which the settings require with it. */
type CollectorSettings = { readonly [setting: string]: unknown };

/** Who takes transfers for us; null: nobody. What it answers against its documentation is an alert in the log. */
export function createCollector(settings: CollectorSettings, log: Pick<Log, 'error'>): Collector | null {
  if (settings.COLLECTIONS !== 'monnify') return null;
  const { createMonnifyCollector } = require('./collector') as typeof import('./collector');
  return createMonnifyCollector({
    baseUrl: String(settings.MONNIFY_BASE_URL),
    apiKey: String(settings.MONNIFY_API_KEY),
    secretKey: String(settings.MONNIFY_SECRET_KEY),
    contractCode: String(settings.MONNIFY_CONTRACT_CODE),
    onOddity: (text, fields) =>
      log.error(text, {
        alert: text === ACCOUNT_REJECTED ? 'provider_account' : 'provider_oddity',
        provider: 'monnify',
        ...fields,
      }),
  });
}

/** Reads calls of the collector, by the key that signs them. */
export const createNoticeReader =
  ({ MONNIFY_SECRET_KEY: key }: CollectorSettings) =>
  (bytes: Buffer, signature: string | undefined): Notice =>
    readNotice(bytes, signature, String(key));
