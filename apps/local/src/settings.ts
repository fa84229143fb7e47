import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freePort } from '@topup/embedded';
import { givenSettings, loadSettings, type SettingName } from '@topup/runtime/settings';
import { readJson, runtimeFile } from './data-dir';

/** Settings as text, in the form that the programs read. */
export type Given = Record<string, string | undefined>;

const PORTS = ['API_PORT', 'API_OPS_PORT', 'WORKER_OPS_PORT', 'SANDBOX_PORT', 'DASHBOARD_PORT'] as const;
export type Ports = Record<(typeof PORTS)[number], number>;

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
  const dataDir = path.resolve(given.DATA_DIR ?? '.data');
  // these are only checked here, because the programs read them again
  const checked = (Object.keys(given) as SettingName[]).filter((name) => !/^(VTPASS|SANDBOX)_/.test(name));
  const parsed = loadSettings([...new Set([...checked, ...PORTS])], { ...given, DATA_DIR: path.join(dataDir, 'none') });
  const sandboxed = given.VTPASS_BASE_URL === undefined;
  const ports = {} as Ports;
  for (const name of PORTS) ports[name] = parsed[name] === 0 ? await freePort() : parsed[name];
  return {
    dataDir,
    given,
    ports,
    databaseUrl: given.DATABASE_URL ?? null,
    sandboxed,
    harmless: sandboxed || isLoopback(given.VTPASS_BASE_URL ?? ''),
  };
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
    KEY_ENCRYPTION_SECRET: kept.KEY_ENCRYPTION_SECRET ?? randomBytes(32).toString('base64'),
    DASHBOARD_SECRET: kept.DASHBOARD_SECRET ?? randomBytes(32).toString('base64'),
    ...(sandboxed ? sandbox : {}),
    ...given,
    ...Object.fromEntries(PORTS.map((name) => [name, String(ports[name])])),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  };
}
