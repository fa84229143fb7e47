import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the service, such as `0.1.0`: that of every package of it. */
export const VERSION: string = JSON.parse(readFileSync(path.join(__dirname, '../package.json'), 'utf8')).version;

/** What a process says of itself. */
export const RUNNING_VERSION: string = runningVersion(VERSION, path.join(__dirname, '../../../changes'));

/**
 * The version of the last release, with `+unreleased` while there are changes that no release has. Each is a file in
 * `changes`, beside its README, and a release deletes them.
 */
export function runningVersion(released: string, changes: string): string {
  const isReleased = !existsSync(changes) || readdirSync(changes).every((name) => name === 'README.md');
  return isReleased ? released : `${released}+unreleased`;
}
