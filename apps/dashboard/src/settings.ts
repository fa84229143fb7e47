import { baseUrl, confidential, loadSettings, optional, required, secret, type Values } from '@topup/runtime/settings';
import {
  bounds,
  dashboardAddress,
  dashboardUrl,
  database,
  listening,
  logging,
  mail,
  masterKey,
  ports,
  provider,
  proxies,
  queueStore,
  rateLimits,
  sending,
  webhookTargets,
  webhookUrls,
} from '@topup/settings';

/** What the dashboard process reads. */
export const dashboardSettings = {
  ...database,
  ...queueStore,
  ...logging,
  ...masterKey,
  ...listening,
  ...proxies,
  ...dashboardAddress,
  API_PORT: ports.API_PORT,
  ...provider,
  ...sending,
  ...bounds,
  ...rateLimits,
  ...webhookTargets,
  ...webhookUrls,
  DASHBOARD_SECRET: confidential(
    required(
      secret(),
      '32 random bytes in hex or base64 (openssl rand -hex 32). Signs the cookies of the dashboard and encrypts the secrets of second factors.',
    ),
  ),
  API_URL: optional(
    baseUrl(),
    'Where clients reach the API, as the dashboard shows it in its examples. When unset: http://127.0.0.1:<API_PORT>.',
  ),
  ...mail,
};

/** With the two addresses that have a default once the ports are known. */
export type DashboardSettings = Omit<Values<typeof dashboardSettings>, 'DASHBOARD_URL' | 'API_URL'> & {
  DASHBOARD_URL: string;
  API_URL: string;
};

/** @throws SettingsError naming every setting that is missing or wrong */
export function readSettings(): DashboardSettings {
  const settings = loadSettings(dashboardSettings);
  return {
    ...settings,
    DASHBOARD_URL: dashboardUrl(settings),
    API_URL: settings.API_URL ?? `http://127.0.0.1:${settings.API_PORT}`,
  };
}
