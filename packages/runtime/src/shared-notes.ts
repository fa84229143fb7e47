import { openRedis } from './redis';
import { within } from './within';

/** Notes that all processes share, on Redis: the newest of each kind, as long as Redis keeps them. */
export type RedisNotes = {
  /** Never throws, and nobody waits for it. It is on its way before anything that is sent later. */
  add(name: string, note: string): void;
  /** The newest notes, the oldest first. @throws when Redis does not answer within a second */
  read(name: string): Promise<string[]>;
  forget(name: string): Promise<void>;
  close(): void;
};

/** More than all connections to a database: each of them may have a statement of its own under way. */
const KEPT = 512;
const TIMEOUT_MS = 1_000;

/** Connects at once. While Redis is away, notes are dropped. */
export function createRedisNotes(redisUrl: string): RedisNotes {
  const redis = openRedis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  redis.on('error', () => undefined); // whoever uses the queues reports it
  const ready = async () => {
    if (redis.status !== 'ready')
      await within(TIMEOUT_MS, 'Redis', new Promise((resolve) => redis.once('ready', resolve)));
  };
  const keyOf = (name: string) => `topup:witness:${name}`;
  return {
    add: (name, note) => {
      redis.xadd(keyOf(name), 'MAXLEN', '~', KEPT, '*', 'note', note).catch(() => undefined);
    },
    async read(name) {
      await ready();
      const entries = await redis.xrange(keyOf(name), '-', '+');
      return entries.flatMap(([, fields]) => fields[1] ?? []);
    },
    async forget(name) {
      await ready();
      await redis.del(keyOf(name));
    },
    close: () => redis.disconnect(),
  };
}
