import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, guard } from '@topup/embedded';
import { exampleWith } from './example';
import { grantedRole, type RoleFor } from './granted-role';
import { makeTempDirectory } from './temp-directory';

const READY_WITHIN_MS = 10_000;

/** Connections to the server, for all clients of the role together: api and worker alone open up to 34. */
export const POOL_SIZE = 20;

export type RunningPgBouncer = {
  /** The database and the role of the server's URL, through the pooler. */
  readonly url: string;
  /** SIGKILL: every client loses its connection. Fulfilled when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Kills it and deletes its files. */
  remove(): Promise<void>;
};

/**
 * Starts a `pgbouncer` from the PATH on 127.0.0.1, with the configuration of deploy/contrib/pgbouncer. It drops no
 * start-up option, so that a client who sends one is declined. It dies with this process.
 * @param serverUrl with the password of the role
 * @throws when there is no pgbouncer
 */
export async function startPgBouncer(serverUrl: string): Promise<RunningPgBouncer> {
  const dir = makeTempDirectory();
  const server = new URL(serverUrl);
  const port = await freePort();
  const [role, password] = [server.username, server.password].map(decodeURIComponent);
  const users = path.join(dir, 'users.txt');
  const file = path.join(dir, 'pgbouncer.ini');
  writeFileSync(users, `"${role}" "${password}"\n`);
  const values = {
    topup: `host=${server.hostname} port=${server.port || 5432}`,
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_file: users,
    default_pool_size: POOL_SIZE,
  };
  const named = exampleWith('contrib/pgbouncer/pgbouncer.ini', values).replace(
    /^topup = /m,
    `${server.pathname.slice(1)} = `,
  );
  // it declines to run as root
  writeFileSync(file, `${named}${process.getuid?.() === 0 ? 'user = nobody\n' : ''}`);

  let running = await launch(file, port);
  const remove = async () => {
    await running.kill();
    rmSync(dir, { recursive: true, force: true });
  };
  return {
    url: Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    kill: () => running.kill(),
    start: async () => {
      running = await launch(file, port);
    },
    remove,
  };
}

/** Makes a role with the rights and settings that `database.js grant --pooler` gives, and starts a pooler for it. */
export async function startPooledRole(ownerUrl: string, roleFor: RoleFor): Promise<RunningPgBouncer> {
  const role = await grantedRole(ownerUrl, roleFor, { pooler: true });
  const pooler = await startPgBouncer(role.url).catch(async (error) => {
    await role.drop();
    throw error;
  });
  const remove = () => pooler.remove().then(role.drop);
  return { ...pooler, remove };
}

async function launch(file: string, port: number): Promise<{ kill(): Promise<void> }> {
  const child = spawn('pgbouncer', [file], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2_000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  if (child.pid === undefined) throw new Error('pgbouncer is not on the PATH');
  const watch = guard(child.pid, 'SIGKILL');
  void exited.then(watch.release);
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  if (await listens(port, child)) return { kill };
  await kill();
  throw new Error(`pgbouncer did not start on port ${port}: ${said}`);
}

async function listens(port: number, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await accepts(port)) return true;
    await sleep(20);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
