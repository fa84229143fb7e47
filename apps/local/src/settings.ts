import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freePort, isFree } from '@topup/embedded';
import { DEFAULT_DATA_DIR, environmentText, loadSettings, type Values } from '@topup/runtime/settings';
import { lookAlikesAt, ports as portSettings, provider, providerAddresses, providerNames } from '@topup/settings';
import { readJson, runtimeFile } from './data-dir';
import { everySetting } from './every-setting';

/** Settings as text, in the form that the programs read. */
export type Given = Record<string, string | undefined>;

type Ports = Values<typeof portSettings>;

export type LocalSettings = {
  dataDir: string;
  given: Given;
  ports: Ports;
  /** The given one. Null if none was given; then a database is started. */
  databaseUrl: string | null;
  /** The providers that purchases are bought from, in order of preference. */
  providers: readonly string[];
  /** Those of them that the sandbox plays. */
  played: readonly string[];
  /** Those of them that are not on this machine. */
  real: readonly string[];
};

/**
 * Reads the environment. Every setting has a default but those of a provider that has a URL here.
 * @throws SettingsError that names every wrong setting
 */
export async function readLocalSettings(environment?: Given): Promise<LocalSettings> {
  const given = givenSettings(environment);
  const dataDir = path.resolve(given.DATA_DIR ?? DEFAULT_DATA_DIR);
  const nowhere = { DATA_DIR: path.join(dataDir, 'none') };
  // checked here only to stop early: each process reads its own settings again
  const checked = Object.fromEntries(Object.entries(everySetting).filter(([name]) => name in given));
  loadSettings({ ...checked, ...portSettings }, { ...given, ...nowhere });
  const providers = providersOf(given);
  const played = providers.filter((name) => ownUrlOf(name, given) === undefined);
  const reached = providers.filter((name) => !played.includes(name));
  if (reached.length > 0) loadSettings(provider, { ...given, ...nowhere, PROVIDERS: reached.join(',') });
  const ports = loadSettings(portSettings, { ...given, ...nowhere });
  for (const name of Object.keys(ports) as (keyof Ports)[]) if (ports[name] === 0) ports[name] = await freePort();
  return {
    dataDir,
    given,
    ports,
    databaseUrl: given.DATABASE_URL ?? null,
    providers,
    played,
    real: reached.filter((name) => !isLoopback(ownUrlOf(name, given) ?? '')),
  };
}

/** Where the environment says that a provider is; undefined: nowhere. */
const ownUrlOf = (provider: string, given: Given): string | undefined =>
  providerAddresses[provider]?.map((setting) => given[setting]).find((url) => url !== undefined);

/** Those of `PROVIDERS`; without it those that have a URL; without any, all that there are. */
function providersOf(given: Given): readonly string[] {
  if (given.PROVIDERS !== undefined)
    return loadSettings({ PROVIDERS: provider.PROVIDERS }, { PROVIDERS: given.PROVIDERS, DATA_DIR: 'none' }).PROVIDERS;
  const named = providerNames.filter((name) => ownUrlOf(name, given) !== undefined);
  return named.length > 0 ? named : providerNames;
}

/** The text of every setting in the environment of our processes, including secrets in files. */
function givenSettings(environment?: Given): Given {
  const texts = Object.entries(environmentText(everySetting, environment));
  return Object.fromEntries(texts.filter(([name]) => name in everySetting));
}

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** The settings in use: the given ones, and defaults for the others. Secrets are kept from one start to the next. */
export function completeSettings(local: LocalSettings, databaseUrl: string): Given {
  const { dataDir, given, ports, providers, played } = local;
  const kept: Given = readJson(runtimeFile(dataDir)) ?? {};
  const secretOf = (name: string) => given[name] ?? kept[name] ?? randomBytes(24).toString('base64url');
  const [callbackSecret, noticeSecret] = ['VTPASS_CALLBACK_SECRET', 'MONNIFY_CALLBACK_SECRET'].map(secretOf);
  const sandboxUrl = `http://127.0.0.1:${ports.SANDBOX_PORT}`;
  const lookAlikes = lookAlikesAt(sandboxUrl);
  const callbacks = {
    VTPASS_CALLBACK_SECRET: callbackSecret,
    SANDBOX_CALLBACK_URL: `http://127.0.0.1:${ports.API_PORT}/callbacks/vtpass/${callbackSecret}`,
  };
  const collections = {
    COLLECTIONS: 'monnify',
    MONNIFY_CONTRACT_CODE: '0000000001', // of the sandbox
    MONNIFY_CALLBACK_SECRET: noticeSecret,
    SANDBOX_NOTICE_URL: `http://127.0.0.1:${ports.API_PORT}/callbacks/monnify/${noticeSecret}`,
  };
  return {
    WEBHOOK_ALLOW_PRIVATE: 'true',
    OPERATOR_APPROVALS: 'off', // most who try it are alone
    OPERATOR_FACTOR: 'optional',
    STATUS_PAGE: 'on',
    KEY_ENCRYPTION_SECRET: kept.KEY_ENCRYPTION_SECRET ?? randomBytes(32).toString('base64'),
    DASHBOARD_SECRET: kept.DASHBOARD_SECRET ?? randomBytes(32).toString('base64'),
    PROVIDERS: providers.join(','),
    ...Object.assign({}, ...played.map((name) => lookAlikes[name])),
    ...(played.includes('vtpass') && callbacks),
    ...(played.includes('monnify') && collections),
    ...(played.length > 0 && { SANDBOX_FILE: path.join(dataDir, 'sandbox.jsonl') }),
    ...given,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  };
}

/** @throws Error that names every port in use, with the setting that changes it */
export async function requireFreePorts(ports: Partial<Ports>): Promise<void> {
  const wanted = Object.entries(ports);
  const free = await Promise.all(wanted.map(([, port]) => isFree(port)));
  const taken = wanted.filter((_, i) => !free[i]).map(([name, port]) => `${port} (set ${name} to another)`);
  if (taken.length > 0) throw new Error(`These ports are in use by another program: ${taken.join(', ')}.`);
}
