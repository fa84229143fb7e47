import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { UsageError } from './usage-error';

/** What `topup login` keeps. */
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

/** Only its owner can read it, also when it was there before with other rights. */
export function writeConfig(file: string, config: Config): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
