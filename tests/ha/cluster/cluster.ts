import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { eventually, makeFastDirectory } from '@topup/testkit';
import { Client } from 'pg';
import { createNode, type Node } from './node';
import { runAs, startProgram, writeConfiguration } from './programs';
import { guardServers } from './server-processes';

/** Three nodes, one etcd and one HAProxy on 127.0.0.1, from the files in deploy/contrib/patroni. */
export type Cluster = {
  readonly nodes: readonly Node[];
  /** The owner's database at the leader, through HAProxy. */
  readonly url: string;
  /** The password of `postgres` on all servers. */
  readonly superuserPassword: string;
  /** The same address with the three servers instead of HAProxy, as libpq has it. */
  severalHosts(url: string): string;
  /** The node that has the leader's key, or undefined. */
  leader(): Promise<Node | undefined>;
  /** Resolves when all three nodes have the newest timeline, and one of them is the synchronous standby. */
  whole(withinMs?: number): Promise<void>;
  /** Copies the logs of all programs into a directory. */
  keepLogs(directory: string): void;
  remove(): Promise<void>;
};

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

const OWNER = 'topup';

/** Takes about 20 s. */
export async function startCluster(): Promise<Cluster> {
  const home = makeFastDirectory();
  if (runAs !== undefined) chownSync(home, runAs.uid, runAs.gid);
  const [etcdPort, etcdPeerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
  const password = () => randomBytes(12).toString('hex');
  const passwords = { postgres: password(), replication: password(), rewind: password(), owner: password() };
  const file = (name: string) => path.join(home, name);

  writeConfiguration('etcd.yml', file('etcd.yml'), {
    ETCD_NAME: 'etcd-1',
    ETCD_DATA: file('etcd.data'),
    ETCD_CLIENT: `127.0.0.1:${etcdPort}`,
    ETCD_PEER: `127.0.0.1:${etcdPeerPort}`,
    ETCD_CLUSTER: `etcd-1=http://127.0.0.1:${etcdPeerPort}`,
  });
  const nodes: Node[] = [];
  for (const name of ['node-1', 'node-2', 'node-3']) nodes.push(await createNode({ name, home, etcdPort, passwords }));
  const guardian = guardServers(
    nodes.map(({ dataDirectory }) => dataDirectory),
    home,
  );
  writeConfiguration(
    'haproxy.cfg',
    file('haproxy.cfg'),
    Object.fromEntries([
      ['BIND_ADDRESS', `127.0.0.1:${haproxyPort}`],
      ...nodes.flatMap(({ name, ports }, i) => [
        [`NODE_${i + 1}`, name],
        [`POSTGRES_ADDRESS_${i + 1}`, `127.0.0.1:${ports.postgres}`],
        [`REST_HOST_${i + 1}`, '127.0.0.1'],
        [`REST_PORT_${i + 1}`, ports.rest],
      ]),
    ]),
  );
  const etcd = startProgram('etcd', ['--config-file', file('etcd.yml')], file('etcd.log'));
  const haproxy = startProgram('haproxy', ['-db', '-f', file('haproxy.cfg')], file('haproxy.log'));

  async function members(): Promise<Member[]> {
    const asked = nodes.map(async ({ restPort }) => {
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal });
      const { members: known } = (await answer.json()) as { members?: Member[] };
      if (known === undefined) throw new Error('it does not know the cluster yet');
      return known;
    });
    return Promise.any(asked).catch(() => []);
  }
  const isWhole = (all: Member[]): boolean => {
    const leader = all.find(({ role }) => role === 'leader');
    const isUp = ({ state, timeline, lag }: Member) =>
      /^(running|streaming)$/.test(state) && timeline === leader?.timeline && (lag === undefined || lag === 0);
    return all.length === nodes.length && all.some(({ role }) => role === 'sync_standby') && all.every(isUp);
  };

  async function remove(): Promise<void> {
    await Promise.all([haproxy.kill(), ...nodes.map((node) => node.remove())]);
    await etcd.kill();
    guardian.release();
    rmSync(home, { recursive: true, force: true });
  }

  const cluster: Omit<Cluster, 'url'> = {
    nodes,
    superuserPassword: passwords.postgres,
    severalHosts: (url) => {
      const hosts = nodes.map(({ ports }) => `127.0.0.1:${ports.postgres}`).join(',');
      return `${url.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write&connect_timeout=2`;
    },
    async leader() {
      const leader = (await members()).find(({ role }) => role === 'leader');
      return nodes.find(({ name }) => name === leader?.name);
    },
    whole: async (withinMs = 240_000) => {
      const since = performance.now();
      let seen = await members();
      while (!isWhole(seen)) {
        if (performance.now() - since > withinMs) throw new Error(`not whole: ${JSON.stringify(seen)}`);
        await sleep(250);
        seen = await members();
      }
    },
    keepLogs: (directory) => {
      mkdirSync(directory, { recursive: true });
      for (const log of ['etcd', 'haproxy', ...nodes.map(({ name }) => name)])
        cpSync(file(`${log}.log`), path.join(directory, `${log}.log`));
    },
    remove,
  };
  try {
    for (const node of nodes) node.start();
    await cluster.whole();
    const address = `127.0.0.1:${haproxyPort}`;
    await createOwner(`postgresql://postgres:${passwords.postgres}@${address}/postgres`, passwords.owner);
    return { ...cluster, url: `postgresql://${OWNER}:${passwords.owner}@${address}/${OWNER}` };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function createOwner(url: string, password: string): Promise<void> {
  const client = await eventually(
    async () => {
      const next = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      next.on('error', () => undefined);
      return next.connect().then(
        () => next,
        () => undefined,
      );
    },
    (connected) => connected !== undefined,
    30_000,
  );
  await client?.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE IN ROLE pg_monitor PASSWORD '${password}'`);
  await client?.query(`CREATE DATABASE ${OWNER} OWNER ${OWNER}`);
  await client?.end();
}
