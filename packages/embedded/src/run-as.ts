import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user whose rights a child process gets; undefined means our own. */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * Postgres refuses to run as root. Its customary user, else the one that owns nothing.
 * @throws when the system has neither
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

/** Whether that user can enter the directory: asked of the system itself, which also knows about access lists and mounts. */
export function canEnter(directory: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * Runs a program to its end as that user, with nothing of our environment but what it needs.
 * @returns what it wrote
 * @throws with what it wrote, when it ends with anything but 0
 */
export function run(program: string, args: string[], runAs: RunAs, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs, cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.stdin.on('error', () => undefined); // it ended before it read: the exit code tells
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code ?? signal}:\n${output.trim()}`)),
    );
  });
}

// Nothing else is passed on: PGDATA, PGOPTIONS and their like would change what the server does. macOS needs some LC_ALL for Postgres to start at all.
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
