import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from './processes';

/**
 * Clears what an earlier run left in the cluster: a server that still runs (its parent was killed) is shut down, and a lock file whose process id now
 * belongs to another program is removed, since Postgres would take that program for a server and refuse to start.
 * Call only while holding the home, so that the server is known to be nobody's.
 * @throws when the server does not end within 40 s
 */
export async function clearLeftovers(cluster: string, say: (text: string) => void): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
  const found = pid > 0 ? findProcess(pid) : undefined;
  // Postgres takes a server that was killed but not yet reaped for a live one. Backends that outlive it are still noticed, by their shared memory.
  if (found === undefined || !isServerOf(cluster, found.command)) return rmSync(lockFile);
  say(`stopping the database server that an earlier run left behind (process ${pid})`);
  if (await ends(pid, found.started, 'SIGINT', 30_000)) return;
  if (await ends(pid, found.started, 'SIGQUIT', 10_000)) return;
  throw new Error(
    `The database server with process id ${pid}, left by an earlier run, does not end. Stop it and start again.`,
  );
}

// The way `launch` starts it.
const isServerOf = (cluster: string, command: string) =>
  /postgres/.test(command) && `${command} `.includes(` -D ${cluster} `);

async function ends(pid: number, started: string, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  process.kill(pid, signal);
  while (findProcess(pid)?.started === started) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}
