import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, guard } from '@topup/embedded';

const READY_WITHIN_MS = 10_000;

export type RunningRedis = {
  readonly url: string;
  readonly port: number;
  /** Of the current process, or of the last one. */
  readonly pid: number;
  /** An orderly stop, even when paused. Data is not kept. */
  stop(): Promise<void>;
  /** SIGKILL. Fulfilled when the process has ended. */
  kill(): Promise<void>;
  /** Kills it and starts one without data on the same port, like a failover to an empty replica. */
  restartEmpty(): Promise<void>;
  /** It keeps its connections and does not answer until `resume`. */
  pause(): void;
  resume(): void;
};

/**
 * Starts `redis-server` from the PATH on 127.0.0.1, in memory, with the eviction policy that BullMQ needs. It dies with
 * this process.
 * @param options.port default: a free one
 * @param options.dir its working directory, where only `settings` can make it write
 * @param options.file its file of settings, which a Sentinel rewrites
 * @param options.settings more command-line arguments
 */
export async function startRedis(
  options: { port?: number; dir?: string; file?: string; settings?: readonly string[] } = {},
): Promise<RunningRedis> {
  const words = options.file === undefined ? [] : [options.file];
  const begin = (port: number) => launch(port, options.dir ?? tmpdir(), words, options.settings ?? []);
  const beginAnywhere = async () => begin(await freePort());
  // another process can take the free port first: then one more attempt
  let server = options.port === undefined ? await beginAnywhere().catch(beginAnywhere) : await begin(options.port);
  const { port } = server;
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    stop: () => server.end('SIGTERM'),
    kill: () => server.end('SIGKILL'),
    restartEmpty: async () => {
      await server.end('SIGKILL');
      server = await begin(port);
    },
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
  };
}

async function launch(port: number, dir: string, file: readonly string[], settings: readonly string[]) {
  const args = [
    ...file,
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--databases',
    '256',
    '--dir',
    dir,
    // a Redis reads its file at the start, and a replica writes one although it keeps no data
    '--dbfilename',
    `${randomUUID()}.rdb`,
    '--rdb-del-sync-files',
    'yes',
    '--repl-diskless-sync-delay',
    '0',
  ];
  const child = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction', ...settings], {
    detached: true,
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const pid = child.pid;
  if (pid === undefined) throw new Error('redis-server is not on the PATH');
  const watch = guard(pid, 'SIGKILL');
  void exited.then(watch.release);
  child.unref();
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  const end = async (name: 'SIGTERM' | 'SIGKILL') => {
    child.ref();
    signal(name);
    signal('SIGCONT'); // a stopped process would not handle the SIGTERM
    await exited;
  };
  if (await answers(port, child)) return { port, pid, signal, end };
  await end('SIGKILL');
  throw new Error(`redis-server did not start on port ${port}`);
}

async function answers(port: number, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    // its own process id, not that of another Redis that took the port first
    if ((await ask(port, 'INFO server')).includes(`process_id:${child.pid}\r\n`)) return true;
    await sleep(20);
  }
  return false;
}

/** The beginning of the answer to one command; empty when nobody listens. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`${command}\r\nQUIT\r\n`));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
