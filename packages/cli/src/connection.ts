import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { TopUp } from '@topup/client';
import { UsageError } from './output';
import type { Terminal } from './terminal';

/** The service, and which key is used. */
export type Connected = { topup: TopUp; baseUrl: string; apiKey: string; mode: 'live' | 'test' };

/** Where `npm start` of the service listens. */
export const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * The service of `--url`, TOPUP_URL or the login, with the key of TOPUP_API_KEY or the login. There is no option for
 * the key: every user of a machine can see the arguments of a program.
 * @throws UsageError without a key, or with a URL that is none
 */
export function connect({ env }: Pick<Terminal, 'env'>, url: string | undefined): Connected {
  const config = env.TOPUP_API_KEY === undefined || env.TOPUP_URL === undefined ? readConfig(configFile(env)) : null;
  const apiKey = env.TOPUP_API_KEY ?? config?.apiKey;
  if (apiKey === undefined) throw new UsageError('There is no API key. Run `topup login`, or set TOPUP_API_KEY.');
  return connectWith({ baseUrl: url ?? env.TOPUP_URL ?? config?.baseUrl ?? DEFAULT_URL, apiKey });
}

/**
 * The same for what the service does only with a test key: with a live one it answers that there is no such path.
 * @throws UsageError also with a live key
 */
export function connectInTest(terminal: Pick<Terminal, 'env'>, url: string | undefined): Connected {
  const connected = connect(terminal, url);
  if (connected.mode === 'live')
    throw new UsageError('This works only with a test key, tup_test_…: run `topup login`, or set TOPUP_API_KEY.');
  return connected;
}

/** @throws UsageError when the URL or the key cannot be one */
export function connectWith({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Connected {
  if (!/^tup_(live|test)_[\w-]+$/.test(apiKey))
    throw new UsageError('That is no API key. One begins with tup_test_ or tup_live_.');
  try {
    const topup = new TopUp({ baseUrl, apiKey });
    return { topup, baseUrl, apiKey, mode: apiKey.startsWith('tup_test_') ? 'test' : 'live' };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/^baseUrl/, 'The URL') : String(error));
  }
}

/** The settings that `topup login` keeps. */
type Config = { baseUrl: string; apiKey: string };

/** The file in the configuration directory of the system: XDG_CONFIG_HOME, Application Support or APPDATA. */
export function configFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  return path.join(configDirectory(env, platform), 'topup', 'config.json');
}

function configDirectory(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  // Node's homedir is HOME even when that is relative
  const home = () => absolute(env.HOME) ?? absolute(homedir()) ?? userInfo().homedir;
  if (platform === 'darwin') return path.join(home(), 'Library', 'Application Support');
  if (platform === 'win32') return absolute(env.APPDATA) ?? path.join(home(), 'AppData', 'Roaming');
  return absolute(env.XDG_CONFIG_HOME) ?? path.join(home(), '.config');
}

/** Others are ignored, as the XDG specification says: the key would lie wherever somebody is just working. */
const absolute = (directory: string | undefined): string | undefined =>
  directory !== undefined && path.isAbsolute(directory) ? directory : undefined;

/** @returns null before the first login @throws UsageError when the file is damaged */
export function readConfig(file: string): Config | null {
  if (!existsSync(file)) return null;
  try {
    const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  } catch {
    // not JSON: the same as one without the two fields
  }
  throw new UsageError(`${file} is damaged. Run \`topup login\` again.`);
}

/** Only its owner can read the file, even if it existed before with other rights. */
export function writeConfig(file: string, config: Config): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
