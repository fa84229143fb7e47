import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { type FaultProxy, startFaultProxy } from '@topup/testkit';
import { type Program, postgresPrograms, startProgram, writeConfiguration } from './programs';
import { serverPid, serverPids, signalAll } from './server-processes';

type NodeOptions = {
  name: string;
  /** The directory of the cluster. */
  home: string;
  etcdPort: number;
  passwords: { postgres: string; replication: string; rewind: string };
};

/** A machine with PostgreSQL and its Patroni, behind proxies that a test can shut. */
export type Node = {
  readonly name: string;
  readonly dataDirectory: string;
  /** The file of Patroni, as deploy/contrib/patroni has it. */
  readonly configuration: string;
  /** As everybody else reaches it. */
  readonly ports: { postgres: number; rest: number };
  /** Patroni's own REST port, past the proxy. */
  readonly restPort: number;
  start(): void;
  /** SIGKILL of everything, as when a machine loses its power. */
  kill(): Promise<void>;
  killPostgres(): void;
  /** SIGSTOP. `what`: everything, or Patroni alone, whose server then goes on without it. */
  freeze(what: 'all' | 'patroni'): void;
  thaw(): void;
  /** Nothing passes between it and all others, or between it and etcd. */
  cutOff(from: 'all' | 'etcd'): Promise<void>;
  reconnect(): Promise<void>;
  remove(): Promise<void>;
};

export async function createNode({ name, home, etcdPort, passwords }: NodeOptions): Promise<Node> {
  const host = '127.0.0.1';
  const [postgresPort, restPort] = [await freePort(), await freePort()];
  const through = (port: number): Promise<FaultProxy> => startFaultProxy({ target: { host, port } });
  const proxies = {
    postgres: await through(postgresPort),
    rest: await through(restPort),
    etcd: await through(etcdPort),
  };
  const file = (suffix: string) => path.join(home, `${name}${suffix}`);
  const dataDirectory = file('.data');
  const configuration = file('.yml');
  writeConfiguration('patroni.yml', configuration, {
    NODE: name,
    LISTEN_HOST: host,
    REST_PORT: restPort,
    REST_ADDRESS: `${host}:${proxies.rest.port}`,
    ETCD_ADDRESSES: `${host}:${proxies.etcd.port}`,
    ETCD_BY_PROXY: 'true',
    NETWORK: `${host}/32`,
    POSTGRES_PORT: postgresPort,
    POSTGRES_ADDRESS: `${host}:${proxies.postgres.port}`,
    DATA_DIRECTORY: dataDirectory,
    BIN_DIRECTORY: postgresPrograms() ?? '',
    PGPASS_FILE: file('.pgpass'),
    SOCKET_DIRECTORY: home,
    POSTGRES_PASSWORD: passwords.postgres,
    REPLICATION_PASSWORD: passwords.replication,
    REWIND_PASSWORD: passwords.rewind,
    WATCHDOG: '"off"',
  });
  let patroni: Program | undefined;
  let frozen: number[] = [];

  function thaw(): void {
    signalAll(frozen, 'SIGCONT');
    frozen = [];
  }
  async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const pids = serverPids(dataDirectory);
    const ended = patroni?.kill();
    signalAll(signal === 'SIGKILL' ? pids : pids.slice(0, 1), signal);
    await ended;
    patroni = undefined;
    while (serverPid(dataDirectory) !== undefined) await sleep(20);
  }
  return {
    name,
    dataDirectory,
    configuration,
    ports: { postgres: proxies.postgres.port, rest: proxies.rest.port },
    restPort,
    start: () => {
      patroni ??= startProgram('patroni', [configuration], file('.log'));
    },
    kill: () => end('SIGKILL'),
    killPostgres: () => signalAll([serverPid(dataDirectory) ?? 0].filter(Boolean), 'SIGKILL'),
    freeze: (what) => {
      frozen = [patroni?.pid ?? 0, ...(what === 'all' ? serverPids(dataDirectory) : [])].filter(Boolean);
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    cutOff: async (from) => {
      const cut = from === 'all' ? Object.values(proxies) : [proxies.etcd];
      await Promise.all(cut.map((proxy) => proxy.setMode('blackhole')));
    },
    reconnect: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.setMode('pass')));
    },
    remove: async () => {
      thaw();
      await end('SIGQUIT'); // after a SIGKILL its shared memory would stay
      await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
    },
  };
}
