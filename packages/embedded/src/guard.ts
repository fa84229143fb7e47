import { spawn } from 'node:child_process';

// A shell, because Node costs 50 ms of CPU for each server that a test starts. Its standard input ends when this
// process ends, in whatever way. A server that still runs 10 s after the signal is killed.
const SCRIPT = `
pid=$1 signal=$2; shift 2
while read -r _; do :; done
kill -s "$signal" "$pid" 2>/dev/null
patience=200
while [ $patience -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; patience=$((patience - 1)); done
kill -s KILL "$pid" 2>/dev/null
rm -rf -- "$@"
`;

/**
 * Ends a server that must not outlive this process: if this process ends without `release` (also by SIGKILL), the
 * server gets `signal` and the paths of `remove` are deleted. Call `release` when the server has ended: its id can be
 * reused.
 */
export function guard(pid: number, signal: 'SIGQUIT' | 'SIGKILL', remove: string[] = []): { release(): void } {
  const guardian = spawn('/bin/sh', ['-c', SCRIPT, 'guard', String(pid), signal.slice('SIG'.length), ...remove], {
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not end it before the server
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.unref();
  return { release: () => void guardian.kill('SIGKILL') };
}
