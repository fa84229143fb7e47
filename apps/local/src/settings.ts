import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freePort } from '@topup/embedded';
import { DEFAULT_DATA_DIR, environmentText, loadSettings, type Values } from '@topup/runtime/settings';
import { ports as portSettings } from '@topup/settings';
import { readJson, runtimeFile } from './data-dir';
import { everySetting } from './every-setting';

/** Settings as text, in the form that the programs read. */
export type Given = Record<string, string | undefined>;

export type Ports = Values<typeof portSettings>;

export type LocalSettings = {
  dataDir: string;
  given: Given;
  ports: Ports;
  /** The given one. Null if none was given; then a database is started. */
  databaseUrl: string | null;
  sandboxed: boolean;
  /** True when purchases stay on this machine. */
  harmless: boolean;
};

/**
 * Reads the environment. Every setting has a default.
 * @throws SettingsError that names every wrong setting
 */
export async function readLocalSettings(): Promise<LocalSettings> {
  const given = givenSettings();
  const dataDir = path.resolve(given.DATA_DIR ?? DEFAULT_DATA_DIR);
  // checked here only to stop early: each process reads its own settings again
  const checked = Object.fromEntries(
    Object.entries(everySetting).filter(([name]) => name in given && !/^(VTPASS|SANDBOX)_/.test(name)),
  );
  const parsed = loadSettings({ ...checked, ...portSettings }, { ...given, DATA_DIR: path.join(dataDir, 'none') });
  const sandboxed = given.VTPASS_BASE_URL === undefined;
  const portOf = async (name: keyof Ports) => (parsed[name] === 0 ? freePort() : parsed[name]);
  const ports: Ports = {
    API_PORT: await portOf('API_PORT'),
    API_OPS_PORT: await portOf('API_OPS_PORT'),
    WORKER_OPS_PORT: await portOf('WORKER_OPS_PORT'),
    SANDBOX_PORT: await portOf('SANDBOX_PORT'),
    DASHBOARD_PORT: await portOf('DASHBOARD_PORT'),
  };
  return {
    dataDir,
    given,
    ports,
    databaseUrl: given.DATABASE_URL ?? null,
    sandboxed,
    harmless: sandboxed || isLoopback(given.VTPASS_BASE_URL ?? ''),
  };
}

/**
 * What the environment says to our processes, as text: every setting, a secret in a file included, and what the sandbox
 * reads by itself.
 */
function givenSettings(): Given {
  const isOurs = ([name]: [string, string]) => name in everySetting || name.startsWith('SANDBOX_');
  return Object.fromEntries(Object.entries(environmentText(everySetting)).filter(isOurs));
}

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** The settings in use: the given ones, and defaults for the others. Secrets are kept from one start to the next. */
export function completeSettings({ dataDir, given, ports, sandboxed }: LocalSettings, databaseUrl: string): Given {
  const kept: Given = readJson(runtimeFile(dataDir)) ?? {};
  const callbackSecret =
    given.VTPASS_CALLBACK_SECRET ?? kept.VTPASS_CALLBACK_SECRET ?? randomBytes(24).toString('base64url');
  const sandbox: Given = {
    VTPASS_BASE_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}/api`,
    VTPASS_API_KEY: 'sandbox-api-key',
    VTPASS_PUBLIC_KEY: 'PK_sandbox',
    VTPASS_SECRET_KEY: 'SK_sandbox',
    SANDBOX_FILE: path.join(dataDir, 'sandbox.jsonl'),
    VTPASS_CALLBACK_SECRET: callbackSecret,
    SANDBOX_CALLBACK_URL: `http://127.0.0.1:${ports.API_PORT}/callbacks/vtpass/${callbackSecret}`,
  };
  return {
    WEBHOOK_ALLOW_PRIVATE: 'true',
    OPERATOR_APPROVALS: 'off', // there is one operator
    OPERATOR_FACTOR: 'optional',
    KEY_ENCRYPTION_SECRET: kept.KEY_ENCRYPTION_SECRET ?? randomBytes(32).toString('base64'),
    DASHBOARD_SECRET: kept.DASHBOARD_SECRET ?? randomBytes(32).toString('base64'),
    ...(sandboxed ? sandbox : {}),
    ...given,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  };
}
