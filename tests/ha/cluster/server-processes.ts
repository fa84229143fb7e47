import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The process id of the server in this directory; undefined when none runs. */
export function serverPid(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return Number.isInteger(pid) && commandOf(pid).includes('postgres') ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The server and each of its processes, the server first. */
export function serverPids(dataDirectory: string): number[] {
  const server = serverPid(dataDirectory);
  if (server === undefined) return [];
  const children = readdirSync('/proc').flatMap((name) => (parentOf(name) === server ? [Number(name)] : []));
  return [server, ...children];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended
    }
  }
}

/**
 * Patroni's servers are nobody's children: when this process ends, in whatever way, they are killed, and then the
 * directory of the cluster is removed.
 */
export function guardServers(dataDirectories: readonly string[], home: string): { release(): void } {
  const script = `
home=$1; shift
while read -r _; do :; done
sleep 0.5
for data; do
  pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) && kill -s CONT "$pid" 2>/dev/null && kill -s QUIT "$pid" 2>/dev/null
done
sleep 2
rm -rf -- "$home"`;
  const guardian = spawn('/bin/sh', ['-c', script, 'guard', home, ...dataDirectories], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.unref();
  return { release: () => void guardian.kill('SIGKILL') };
}

function parentOf(name: string): number | undefined {
  if (!/^\d+$/.test(name)) return undefined;
  try {
    // the command is in brackets and may contain spaces; the parent is the second field behind it
    return Number(
      readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
