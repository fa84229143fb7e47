import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The settings in use, for `ops` and the `start:*` commands. Contains secrets. */
export const runtimeFile = (dataDir: string): string => path.join(dataDir, 'runtime.json');

/** The demo account and its key. */
export const demoFile = (dataDir: string): string => path.join(dataDir, 'demo.json');

/** The processes that are running, for the start after a kill. */
export const processesFile = (dataDir: string): string => path.join(dataDir, 'run', 'processes.json');

export const logFile = (dataDir: string, name: string): string => path.join(dataDir, 'logs', `${name}.log`);

export function readJson<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export function writePrivate(file: string, value: object): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}
