import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from '../service/eventually';
import { type RunningRedis, startRedis } from './redis';
import { makeTempDirectory } from './temp-directory';

const NAME = 'topup';

export type RunningSentinels = {
  /** As REDIS_URL wants it: the Sentinels and the name of the master, with database 1. */
  readonly url: string;
  readonly sentinels: readonly RunningRedis[];
  /** At the start the first is the master and the second its replica. */
  readonly servers: readonly [RunningRedis, RunningRedis];
  /** The server that the Sentinels name as the master; undefined while they name another. */
  master(): Promise<RunningRedis | undefined>;
  stop(): Promise<void>;
};

/**
 * Starts a master, its replica, and three Sentinels that agree by two, in about 3 s. They take a master for lost when
 * it has been silent for a second. All die with this process.
 */
export async function startRedisSentinels(): Promise<RunningSentinels> {
  const dir = makeTempDirectory();
  const started: RunningRedis[] = [];
  const own = async (starting: Promise<RunningRedis>) => {
    const server = await starting;
    started.push(server);
    return server;
  };
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const master = await own(startRedis());
    const replica = await own(startRedis({ settings: ['--replicaof', '127.0.0.1', `${master.port}`] }));
    await eventually(
      () => asked(replica, ['INFO', 'replication']),
      (info) => String(info).includes('master_link_status:up'), // then the Sentinels know it from the beginning
    );
    const sentinels = await Promise.all(['a', 'b', 'c'].map((name) => own(startSentinel(dir, name, master.port))));
    const state = () => Promise.all(sentinels.map((each) => asked(each, ['SENTINEL', 'MASTER', NAME])));
    await eventually(state, (all) => all.every(knowsAll));
    const servers = [master, replica] as const;
    return {
      url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${NAME}/1`,
      sentinels,
      servers,
      master: async () => {
        const [, port] = (await asked(at(sentinels), ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME])) as string[];
        return servers.find((server) => `${server.port}` === port);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startSentinel(dir: string, name: string, masterPort: number): Promise<RunningRedis> {
  const file = path.join(dir, `sentinel-${name}.conf`);
  const settings = {
    monitor: `${NAME} 127.0.0.1 ${masterPort} 2`,
    'down-after-milliseconds': `${NAME} 1000`,
    'failover-timeout': `${NAME} 5000`,
  };
  const lines = Object.entries(settings).map(([setting, value]) => `sentinel ${setting} ${value}\n`);
  writeFileSync(file, lines.join(''));
  return startRedis({ dir, file, settings: ['--sentinel'] });
}

/** @param state names and values by turns */
function knowsAll(state: unknown): boolean {
  const words = (state as unknown[]).map(String);
  const of = (name: string) => words[words.indexOf(name) + 1];
  return of('num-slaves') === '1' && of('num-other-sentinels') === '2' && of('flags') === 'master';
}

/** The one that is asked: a test does not kill it. */
function at(sentinels: readonly RunningRedis[]): RunningRedis {
  const last = sentinels.at(-1);
  if (last === undefined) throw new RangeError('there is no Sentinel');
  return last;
}

async function asked({ url }: RunningRedis, [command, ...words]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 3_000 });
  await client.connect();
  return client.call(command, words).finally(() => client.disconnect());
}
