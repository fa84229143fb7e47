import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Schema, Values } from './setting';

/** Where `runtime.json` is looked for when `DATA_DIR` is not set. */
export const DEFAULT_DATA_DIR = '.data';

/** The message of a fault that we found already says what the setting must be. */
const OURS = { 'any.custom': '{{#label}} {{#error.message}}' };
/** Joi's own texts for a pattern quote the value, and a fault ends in the log. */
const WITHOUT_VALUE = {
  'string.pattern.base': '{{#label}} has a wrong form',
  'string.pattern.name': '{{#label}} must be {{#name}}',
};

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of `schema` from the environment, and from `$DATA_DIR/runtime.json` what it leaves out, unless
 * nobody has named that folder and the environment names another database. Empty is unset. A secret can be in the file
 * that `<NAME>_FILE` names; `NODE_ENV=production` declines a published one.
 * @throws SettingsError naming every setting that is missing or wrong, all at once
 */
export function loadSettings<S extends Schema>(schema: S, environment: Environment = processEnvironment()): Values<S> {
  const { texts, unread } = readTexts(schema, environment);
  const given = { ...runtimeFile(environment), ...texts };
  const parsed: Record<string, unknown> = {};
  const faults = Object.values(unread);
  for (const [name, setting] of Object.entries(schema)) {
    if (name in unread) continue;
    const secret = setting.confidential ? given[name] : undefined;
    const isExample = secret !== undefined && (secret === setting.published || isPublished(secret));
    if (isExample && environment.NODE_ENV === 'production')
      faults.push(`${name} is an example that everybody can read: NODE_ENV=production needs one of your own`);
    const { value, error } = setting.schema.label(name).validate(given[name] ?? setting.written, {
      convert: true,
      errors: { wrap: { label: false } },
      messages: { ...OURS, ...(setting.confidential && WITHOUT_VALUE) },
    });
    if (error) faults.push(error.message);
    else parsed[name] = value;
  }
  for (const { rule } of Object.values(schema)) faults.push(...(rule?.(parsed) ?? []));
  if (faults.length > 0) throw new SettingsError(faults);
  return parsed as Values<S>;
}

/**
 * The environment as text, without what counts as unset, and with the secrets of `schema` that are in files.
 * @throws SettingsError naming every file that cannot be read
 */
export function environmentText(
  schema: Schema,
  environment: Environment = processEnvironment(),
): Record<string, string> {
  const { texts, unread } = readTexts(schema, environment);
  const faults = Object.values(unread);
  if (faults.length > 0) throw new SettingsError(faults);
  return texts;
}

/** The texts that are set, those of files included, and by setting what is wrong with a file. */
function readTexts(schema: Schema, environment: Environment) {
  const texts = withoutUnset(environment);
  const unread: Record<string, string> = {};
  for (const [name, { confidential }] of Object.entries(schema)) {
    const file = confidential ? texts[`${name}_FILE`] : undefined;
    if (file === undefined) continue;
    if (texts[name] !== undefined) unread[name] = `${name} and ${name}_FILE are both set: set one of them`;
    else
      try {
        const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (text.trim() === '') throw new Error('it is empty');
        texts[name] = text;
      } catch (error) {
        unread[name] = `${name}_FILE cannot be used: ${error instanceof Error ? error.message : error}`;
      }
  }
  return { texts, unread };
}

export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

export function processEnvironment(): Environment {
  // biome-ignore lint/style/noProcessEnv: the only reader of the environment
  return process.env;
}

/**
 * Kubernetes gives every pod such a `<NAME>_PORT` for each Service, and Docker for a link. No setting has this form.
 */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\/\S+:\d+$/;

function withoutUnset(environment: Environment): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && value.trim() !== '' && !SERVICE_LINK.test(value)) texts[name] = value;
  return texts;
}

/**
 * A folder that nobody has named may be out of reach, as for `postgres` in the home of root. Or it is that of a demo,
 * whose settings are not for a database of one's own.
 */
function runtimeFile({ DATA_DIR: dataDir, DATABASE_URL, DATABASE_URL_FILE }: Environment): Environment {
  const file = path.join(dataDir || DEFAULT_DATA_DIR, 'runtime.json');
  const database = DATABASE_URL || DATABASE_URL_FILE;
  try {
    const kept: Environment = JSON.parse(readFileSync(file, 'utf8'));
    return !dataDir && database && database !== kept.DATABASE_URL ? {} : kept;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || (!dataDir && (code === 'EACCES' || code === 'ENOTDIR'))) return {};
    throw new SettingsError([`${file} cannot be read: ${message}`]);
  }
}

/**
 * The secrets that stand in this repository: those of docker-compose.yml, which only let it be tried, and the examples
 * in the documents. Those of the sandbox stand at their settings.
 */
const PUBLISHED = new Set([
  'ZGV2ZWxvcG1lbnQtb25seS0zMi1ieXRlLXNlY3JldCE=',
  'ZGV2ZWxvcG1lbnQtb25seS1mb3ItZGFzaGJvYXJkISE=',
  'development-only',
  'development-only-service',
  'development-only-dashboard',
  'development-only-ops',
  'password',
]);

/** Whether the text of a setting, or the password in it when it is a URL, is published with the source. */
function isPublished(text: string): boolean {
  const [, password = text] = /^[a-z][a-z+]*:\/\/[^/@:]*:([^/@]*)@/i.exec(text) ?? [];
  return PUBLISHED.has(password);
}
