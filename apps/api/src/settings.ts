import { type loadSettings, settingGroups } from '@topup/runtime';

/** What this process reads. */
export const settingNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'API_PORT',
  'API_OPS_PORT',
  'LISTEN_HOST',
  'PURCHASE_WAIT_MS',
  'SYNC_WAIT_MS',
  'SYNC_CONCURRENCY',
  'WEBHOOK_ALLOW_PRIVATE',
  'AIRTIME_BOUNDS',
  'ELECTRICITY_BOUNDS',
  'RATE_LIMIT_PER_MINUTE',
  'VTPASS_CALLBACK_SECRET',
  ...settingGroups.provider,
  ...settingGroups.sending,
] as const;

export type ApiSettings = ReturnType<typeof loadSettings<(typeof settingNames)[number]>>;
