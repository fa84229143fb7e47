import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guard, userInsteadOfRoot } from '@topup/embedded';

const PROGRAMS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const POSTGRES = '/usr/lib/postgresql';
const CONFIGURATIONS = path.resolve(__dirname, '../../../deploy/contrib/patroni');

/** PostgreSQL refuses to run as root, so all servers of a cluster run as another user then. */
export const runAs = process.getuid?.() === 0 ? userInsteadOfRoot() : undefined;

/** The path of a program of Debian, or undefined. */
const programPath = (name: string): string | undefined =>
  PROGRAMS.map((directory) => path.join(directory, name)).find(existsSync);

/** The programs of the oldest PostgreSQL of Debian that the service runs on, or undefined. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const [oldest] = versions.filter((version) => version >= 15).sort((a, b) => a - b);
  return oldest === undefined ? undefined : path.join(POSTGRES, String(oldest), 'bin');
}

/** Lists the programs that a cluster needs and this machine lacks. */
export const missingPrograms = (): string[] => [
  ...['patroni', 'etcd', 'haproxy', 'redis-server'].filter((name) => programPath(name) === undefined),
  ...(postgresPrograms() === undefined ? ['postgresql'] : []),
];

/**
 * Writes a file of deploy/contrib/patroni with its placeholders replaced.
 * @throws when it has one without a value, or a value has no placeholder
 */
export function writeConfiguration(name: string, file: string, values: Record<string, string | number>): void {
  const used = new Set<string>();
  const text = readFileSync(path.join(CONFIGURATIONS, name), 'utf8').replace(
    /\$\{([A-Z_0-9]+)\}/g,
    (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${name}: no value for ${key}`);
      used.add(key);
      return String(value);
    },
  );
  const unused = Object.keys(values).filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`${name} has no placeholder ${unused.join(', ')}`);
  writeFileSync(file, text, { mode: 0o644 });
}

export type Program = {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, even if it is stopped. Fulfilled when it has ended. */
  kill(): Promise<void>;
};

/** Starts a program that appends its output to `log`. It dies with this process. */
export function startProgram(name: string, args: string[], log: string): Program {
  const file = programPath(name);
  if (file === undefined) throw new Error(`${name} is not installed`);
  const output = openSync(log, 'a');
  const child: ChildProcess = spawn(file, args, {
    ...runAs,
    cwd: '/',
    env: { PATH: PROGRAMS.join(':'), LC_ALL: 'C.UTF-8', HOME: path.dirname(log) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  const watch = guard(pid, 'SIGKILL');
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(watch.release);
  return {
    pid,
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
