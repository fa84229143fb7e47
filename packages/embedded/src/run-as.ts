import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user of a child process; undefined means the current user. */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * Postgres does not run as root: the user `postgres`, or `nobody` if there is none.
 * @throws Error if the system has neither
 */
export function userInsteadOfRoot(): NonNullable<RunAs> {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? [];
  if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  throw new Error(
    'Postgres refuses to run as root, and there is no user "postgres" or "nobody". Start as another user, or set DATABASE_URL.',
  );
}

/** Whether the user can enter the directory. The system itself decides, because it knows access lists and mounts. */
export function canEnter(directory: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * Runs a program to its end as the user, without our environment.
 * @returns its output
 * @throws Error with its output, if it does not end with 0
 */
export function run(program: string, args: string[], runAs: RunAs, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs, cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.stdin.on('error', () => undefined); // it ended before it read; the exit code has the result
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code ?? signal}:\n${output.trim()}`)),
    );
  });
}

// Nothing else is passed on: PGDATA, PGOPTIONS and others would change the server. On macOS Postgres needs an LC_ALL.
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
