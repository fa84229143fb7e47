import {
  atLevel,
  baseUrl,
  confidential,
  loadSettings,
  oneOf,
  optional,
  parsed,
  required,
  secret,
  type Values,
  withDefault,
  withRisk,
  withRule,
} from '@topup/runtime/settings';
import {
  bounds,
  collections,
  dashboardAddress,
  dashboardUrl,
  database,
  differ,
  draining,
  eventRetention,
  identity,
  listening,
  logging,
  mail,
  masterKey,
  operations,
  ports,
  previousMasterKey,
  provider,
  proxies,
  queueStore,
  rateLimits,
  sending,
  webhookTargets,
  webhookUrls,
} from '@topup/settings';

/** Settings of the dashboard process. */
export const dashboardSettings = {
  ...database,
  ...queueStore,
  ...logging,
  ...masterKey,
  ...previousMasterKey,
  ...listening,
  ...draining,
  ...proxies,
  ...dashboardAddress,
  ...operations,
  DASHBOARD_OPS_PORT: ports.DASHBOARD_OPS_PORT,
  API_PORT: ports.API_PORT,
  ...provider,
  ...collections,
  ...sending,
  ...bounds,
  ...rateLimits,
  ...webhookTargets,
  ...webhookUrls,
  ...eventRetention,
  DASHBOARD_SECRET: confidential(
    required(
      secret(),
      '32 random bytes in hex or base64 (`openssl rand -hex 32`). It signs the cookies of the dashboard, and encrypts the secrets of second factors.',
    ),
  ),
  ...atLevel('rotation', {
    DASHBOARD_SECRET_PREVIOUS: confidential(
      withRule(
        optional(
          secret(),
          'The `DASHBOARD_SECRET` before this one, so that second factors and known devices survive. Set it only while you change the secret.',
        ),
        differ('DASHBOARD_SECRET', 'DASHBOARD_SECRET_PREVIOUS'),
      ),
    ),
  }),
  ...atLevel('development', {
    OPERATOR_FACTOR: withRisk(
      withDefault(
        oneOf('required', 'optional'),
        'required',
        'Whether every operator must have a second factor. An operator without one sets it up at the next sign-in.',
      ),
      (factor) => (factor === 'optional' ? 'is optional: a stolen password is enough to move money' : undefined),
    ),
  }),
  API_URL: withRisk(
    optional(
      baseUrl(),
      'Where clients reach the API, as the dashboard shows it. Without it: `http://127.0.0.1:<API_PORT>`.',
    ),
    (address) => (address?.startsWith('http://127.') ? 'is this machine, as the pages tell clients' : undefined),
  ),
  FUNDING_DETAILS: optional(
    parsed(linesIn),
    'The bank account that clients pay into, as the wallet page shows it: at most 1000 characters, with `\\n` for a line break. Without it the page names `SUPPORT_CONTACT`.',
  ),
  ...identity,
  ...mail,
};

const LONGEST_DETAILS = 1_000;

/** Text of several lines. A line break may be written as \n, for files of settings that know none. */
function linesIn(text: string): string {
  const lines = text.replaceAll(/\\n|\r\n/g, '\n').trim();
  if (/[^\P{Cc}\n]/u.test(lines) || lines.length > LONGEST_DETAILS)
    throw new Error(`must be plain text of at most ${LONGEST_DETAILS} characters, without control characters`);
  return lines;
}

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
