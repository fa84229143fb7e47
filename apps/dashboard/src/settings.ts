import { dashboardUrl, loadSettings, type Settings, settingGroups } from '@topup/runtime';

/** The settings that this process reads. */
const settingNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'KEY_ENCRYPTION_SECRET',
  'DASHBOARD_PORT',
  'DASHBOARD_URL',
  'DASHBOARD_SECRET',
  'API_PORT',
  'API_URL',
  'LISTEN_HOST',
  'WEBHOOK_ALLOW_PRIVATE',
  'AIRTIME_BOUNDS',
  'ELECTRICITY_BOUNDS',
  'SMTP_URL',
  'SMTP_FROM',
  ...settingGroups.provider,
  ...settingGroups.sending,
] as const;

/** With the two addresses whose defaults depend on the ports. */
export type DashboardSettings = Omit<Pick<Settings, (typeof settingNames)[number]>, 'DASHBOARD_URL' | 'API_URL'> & {
  DASHBOARD_URL: string;
  API_URL: string;
};

/** @throws SettingsError naming every setting that is missing or wrong */
export function readSettings(): DashboardSettings {
  const settings = loadSettings(settingNames);
  return {
    ...settings,
    DASHBOARD_URL: dashboardUrl(settings),
    API_URL: settings.API_URL ?? `http://127.0.0.1:${settings.API_PORT}`,
  };
}
