import { rmSync } from 'node:fs';
import { freePort } from '@topup/embedded';
import { Redis } from 'ioredis';
import { eventually } from '../service/eventually';
import { type RunningRedis, startRedis } from './redis';
import { makeTempDirectory } from './temp-directory';

const SLOTS = 16_384;

export type RunningRedisCluster = {
  /** As REDIS_URL wants it. */
  readonly url: string;
  /** Each has a third of the keys and no replica. One that was killed and restarted has its part again, empty. */
  readonly masters: readonly RunningRedis[];
  /** The master of a key. The first one must run. */
  masterOf(key: string): Promise<RunningRedis>;
  stop(): Promise<void>;
};

/**
 * Starts a Redis Cluster of three masters in about 3 s. A lost master does not stop the others
 * (`cluster-require-full-coverage no`). All die with this process.
 */
export async function startRedisCluster(): Promise<RunningRedisCluster> {
  const dir = makeTempDirectory();
  const masters = await Promise.all([startMaster(dir, 'a'), startMaster(dir, 'b'), startMaster(dir, 'c')] as const);
  const stop = async () => {
    await Promise.all(masters.map(({ redis }) => redis.stop()));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await join(masters);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis+cluster://${masters.map(({ redis }) => `127.0.0.1:${redis.port}`).join(',')}`,
    masters: masters.map(({ redis }) => redis),
    masterOf: async (key) => {
      const [first] = masters;
      const slot = Number(await asked(first, ['CLUSTER', 'KEYSLOT', key]));
      const master = masters.findLast((_, n) => startOf(n, masters.length) <= slot) ?? first;
      return master.redis;
    },
    stop,
  };
}

type Master = { redis: RunningRedis; busPort: number };

async function startMaster(dir: string, name: string): Promise<Master> {
  const busPort = await freePort(); // the default is the port plus 10,000, which can be more than the highest port
  const settings = [
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    `${busPort}`,
    '--cluster-config-file',
    `nodes-${name}.conf`,
  ];
  const patience = ['--cluster-node-timeout', '5000', '--cluster-require-full-coverage', 'no'];
  return { redis: await startRedis({ dir, settings: [...settings, ...patience] }), busPort };
}

/** Gives each master its part, joins them, and waits until each of them knows all. */
async function join(masters: readonly [Master, ...Master[]]): Promise<void> {
  const [first] = masters;
  for (const [n, master] of masters.entries()) {
    const [start, end] = [startOf(n, masters.length), startOf(n + 1, masters.length) - 1];
    await asked(master, ['CLUSTER', 'ADDSLOTSRANGE', `${start}`, `${end}`]);
    await asked(master, ['CLUSTER', 'SET-CONFIG-EPOCH', `${n + 1}`]);
    if (n > 0) await asked(master, ['CLUSTER', 'MEET', '127.0.0.1', `${first.redis.port}`, `${first.busPort}`]);
  }
  const infos = () => Promise.all(masters.map((master) => asked(master, ['CLUSTER', 'INFO'])));
  await eventually(infos, (all) => all.every((info) => /cluster_state:ok.*cluster_slots_ok:16384/s.test(String(info))));
}

const startOf = (part: number, parts: number): number => Math.ceil((part * SLOTS) / parts);

async function asked({ redis }: Master, [command, ...words]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(redis.url, { lazyConnect: true, retryStrategy: () => null });
  await client.connect();
  return client.call(command, words).finally(() => client.disconnect());
}
