import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The start time (an opaque text) and the command line of a live process. An id can be reused, an id and start time
 * not.
 */
type ProcessInfo = { started: string; command: string };

/** The live process with this id, or undefined. A process that has ended but was not reaped counts as ended. */
export function findProcess(pid: number): ProcessInfo | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

// Slim container images have no `ps`.
function fromProc(pid: number): ProcessInfo | undefined {
  try {
    // proc_pid_stat(5): field 2, the name, is in parentheses and can contain spaces. Field 3 is the state, 22 the start
    // time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      started: fields[18] ?? '',
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessInfo | undefined {
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  // lstart is 24 characters wide: "Mon Nov  3 10:41:00 2025"
  return status === 0 && stdout.trim() !== ''
    ? { started: stdout.slice(0, 24), command: stdout.slice(24).trim() }
    : undefined;
}

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

async function ends(pid: number, started: string, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  process.kill(pid, signal);
  while (findProcess(pid)?.started === started) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}
