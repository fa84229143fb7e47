import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProcess } from './processes';

/**
 * Makes this process the only one that can start Postgres in `home`, until `release` or until it ends.
 * @throws Error if another live process has the claim: its server must not be taken for a leftover
 */
export function claimHome(home: string): { release(): void } {
  const file = path.join(home, 'owner');
  if (existsSync(file)) removeIfAbandoned(file, home);
  // 'wx': if two processes start at the same moment, one fails here
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: findProcess(process.pid)?.started ?? '' }), {
    flag: 'wx',
  });
  return { release: () => rmSync(file, { force: true }) };
}

function removeIfAbandoned(file: string, home: string): void {
  const holder = readHolder(file);
  if (holder !== undefined && findProcess(holder.pid)?.started === holder.started) {
    throw new Error(
      `The database in ${home} is in use by process ${holder.pid}. Stop that first, or choose another data directory.`,
    );
  }
  rmSync(file, { force: true });
}

function readHolder(file: string): { pid: number; started: string } | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || !('started' in holder)) return undefined;
    return { pid: Number(holder.pid), started: String(holder.started) };
  } catch {
    // its writer was killed half-way
    return undefined;
  }
}
