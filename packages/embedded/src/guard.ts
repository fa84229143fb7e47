import { spawn } from 'node:child_process';

// A shell, because Node would take 50 ms of CPU for each server that a test starts. Its standard input ends when this process is gone, however it died.
// A server that has not gone 10 s after the signal is killed.
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
 * Watches over a server that must not outlive this process: when this process ends without calling `release` (also by SIGKILL), the server gets
 * `signal` and the paths of `remove` are deleted. Call `release` as soon as the server has ended, since its process id may then be given to another.
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
