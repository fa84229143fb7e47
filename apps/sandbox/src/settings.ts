import { confidential, environmentText, optional, text } from '@topup/runtime/settings';
import type { SandboxOptions } from './options';
import { PROVIDERS } from './providers';

export const DEFAULT_OPTIONS: SandboxOptions = {
  keys: Object.assign({}, ...PROVIDERS.map(({ keys }) => keys)),
  file: null,
  floatNaira: 10_000_000,
  pendingRequeries: 2,
  duplicateWindowMs: 0,
  vendsEveryPost: false,
  callbackUrl: null,
  noticeUrl: null,
  now: () => new Date(),
};

type SandboxSettings = { host: string; port: number; options: SandboxOptions };

type Environment = Readonly<Record<string, string | undefined>>;

/** The keys alone: the other processes read theirs from files too. */
const KEYS = Object.fromEntries(
  Object.keys(DEFAULT_OPTIONS.keys).map((name) => [name, confidential(optional(text(), 'A key.'))]),
);

/**
 * Reads the settings of the sandbox. What counts as unset, and a key in a file, are as in the other processes.
 * @throws Error that names every file that cannot be used, or else every wrong setting, one per line
 */
export function readSettings(environment?: Environment): SandboxSettings {
  const texts = environmentText(KEYS, environment);
  const faults: string[] = [];
  const whole = (name: string, fallback: number, max: number) => {
    const value = texts[name] ?? String(fallback);
    if (!/^\d{1,10}$/.test(value) || Number(value) > max)
      faults.push(`${name} must be a whole number from 0 to ${max}`);
    return Number(value);
  };
  const url = (name: string) => {
    const value = texts[name];
    const isWeb = value === undefined || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
    if (!isWeb) faults.push(`${name} must be an http or https URL`);
    return value ?? null;
  };
  const flag = (name: string) => {
    const value = texts[name] ?? 'false';
    if (value !== 'true' && value !== 'false') faults.push(`${name} must be true or false`);
    return value === 'true';
  };
  const settings: SandboxSettings = {
    host: texts.SANDBOX_HOST ?? '127.0.0.1',
    port: whole('SANDBOX_PORT', 3003, 65_535),
    options: {
      ...DEFAULT_OPTIONS,
      keys: Object.fromEntries(
        Object.entries(DEFAULT_OPTIONS.keys).map(([name, published]) => [name, texts[name] ?? published]),
      ),
      file: texts.SANDBOX_FILE ?? null,
      pendingRequeries: whole('SANDBOX_PENDING_REQUERIES', DEFAULT_OPTIONS.pendingRequeries, 1_000_000),
      duplicateWindowMs: whole('SANDBOX_DUPLICATE_WINDOW_MS', DEFAULT_OPTIONS.duplicateWindowMs, 86_400_000),
      vendsEveryPost: flag('SANDBOX_VENDS_EVERY_POST'),
      callbackUrl: url('SANDBOX_CALLBACK_URL'),
      noticeUrl: url('SANDBOX_NOTICE_URL'),
    },
  };
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return settings;
}
