import { spawn } from 'node:child_process';

// Plain JavaScript for `node -e`, so that it starts alike from compiled code and from TypeScript sources. The read end of its standard input reaches
// its end when this process is gone, however it died. A server that has not gone 10 s after the signal is killed.
const SCRIPT = `
const { rmSync } = require('node:fs');
const [pid, signal, ...leftovers] = process.argv.slice(1);
const send = (name) => { try { return process.kill(Number(pid), name); } catch { return false; } };
const finish = (patience) => {
  if (patience > 0 && send(0)) return setTimeout(finish, 50, patience - 1);
  send('SIGKILL');
  for (const path of leftovers) rmSync(path, { recursive: true, force: true });
};
process.stdin.resume().once('close', () => { send(signal); finish(200); });
`;

/**
 * Watches over a server that must not outlive this process: when this process ends without calling `release` (also by SIGKILL), the server gets
 * `signal` and the paths of `remove` are deleted. Call `release` as soon as the server has ended, since its process id may then be given to another.
 */
export function guard(pid: number, signal: 'SIGQUIT' | 'SIGKILL', remove: string[] = []): { release(): void } {
  const guardian = spawn(process.execPath, ['-e', SCRIPT, String(pid), signal, ...remove], {
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not end it before the server
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.unref();
  return { release: () => void guardian.kill('SIGKILL') };
}
