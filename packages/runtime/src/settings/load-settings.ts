import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Schema, Values } from './setting';

/** Where `runtime.json` is looked for when `DATA_DIR` is not set. */
export const DEFAULT_DATA_DIR = '.data';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of `schema` from the environment, and from `$DATA_DIR/runtime.json` what the environment leaves
 * out. An empty value counts as unset.
 * @throws SettingsError naming every setting that is missing or wrong, all at once
 */
export function loadSettings<S extends Schema>(schema: S, environment: Environment = processEnvironment()): Values<S> {
  const given = { ...runtimeFile(environment.DATA_DIR || DEFAULT_DATA_DIR), ...withoutEmpty(environment) };
  const parsed: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, setting] of Object.entries(schema)) {
    const { value, error } = setting.schema
      .label(name)
      .validate(given[name] ?? setting.written, { convert: true, errors: { wrap: { label: false } } });
    if (error) faults.push(error.message);
    else parsed[name] = value;
  }
  for (const { rule } of Object.values(schema)) faults.push(...(rule?.(parsed) ?? []));
  if (faults.length > 0) throw new SettingsError(faults);
  return parsed as Values<S>;
}

/** The environment as text, without what is empty. */
export function environmentText(environment: Environment = processEnvironment()): Record<string, string> {
  return withoutEmpty(environment);
}

export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

function processEnvironment(): Environment {
  // biome-ignore lint/style/noProcessEnv: the only reader of the environment
  return process.env;
}

function withoutEmpty(environment: Environment): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && value.trim() !== '') texts[name] = value;
  return texts;
}

function runtimeFile(dataDir: string): Environment {
  const file = path.join(dataDir, 'runtime.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new SettingsError([`${file} cannot be read: ${message}`]);
  }
}
