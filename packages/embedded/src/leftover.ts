import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from './processes';

/**
 * Clears what a killed run left in the cluster: shuts down its server, and removes a lock file with the process id of
 * another program, which Postgres would take for a server and therefore not start.
 * Call it only with the claim of the home, so that no live process uses the server.
 * @throws Error if the server does not end within 40 s
 */
export async function clearLeftovers(cluster: string, say: (text: string) => void): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
  const found = pid > 0 ? findProcess(pid) : undefined;
  // Postgres takes a killed server that was not reaped yet for a live one. It still notices backends that outlive the
  // server, by their shared memory.
  if (found === undefined || !isServerOf(cluster, found.command)) return rmSync(lockFile);
  say(`stopping the database server that an earlier run left behind (process ${pid})`);
  if (await ends(pid, found.started, 'SIGINT', 30_000)) return;
  if (await ends(pid, found.started, 'SIGQUIT', 10_000)) return;
  throw new Error(
    `The database server with process id ${pid}, left by an earlier run, does not end. Stop it and start again.`,
  );
}

// Matches the command line of `launch`.
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
