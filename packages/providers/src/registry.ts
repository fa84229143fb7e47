import type { Provider, ProviderLookups } from '@topup/core/provider';
import { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';

/** How to reach the provider, as the settings name it. */
export type ProviderSettings = {
  VTPASS_BASE_URL: string;
  VTPASS_API_KEY: string;
  VTPASS_PUBLIC_KEY: string;
  VTPASS_SECRET_KEY: string;
};

/**
 * The provider that this service buys from.
 * @param onOddity told of what the provider answers against its documentation, without key, body or number
 */
export function createProvider(
  settings: ProviderSettings,
  onOddity: NonNullable<VtpassOptions['onOddity']>,
): Provider & ProviderLookups {
  return createVtpass({
    baseUrl: settings.VTPASS_BASE_URL,
    apiKey: settings.VTPASS_API_KEY,
    publicKey: settings.VTPASS_PUBLIC_KEY,
    secretKey: settings.VTPASS_SECRET_KEY,
    onOddity,
  });
}
