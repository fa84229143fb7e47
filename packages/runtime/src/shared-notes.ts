import { openRedis } from './redis';
import { within } from './within';

/** More than all connections to a database: each of them may have a statement of its own under way. */
const KEPT = 512;
const TIMEOUT_MS = 1_000;
/** At the start. Loading its modules may keep a process on a busy machine from reading an answer for a second. */
const START_MS = 5_000;
/** Redis's errors about REDIS_URL itself. Other errors pass: it is loading, read-only or away. */
const DECLINES = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|DB index|invalid (password|DB index)))/;

/**
 * Notes that all processes share, on Redis: the newest of each kind, as long as Redis keeps them. It connects at once;
 * while Redis is away, notes are dropped.
 */
export function createRedisNotes(redisUrl: string) {
  const options = {
    connectTimeout: 2_000,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  };
  const failing = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: TIMEOUT_MS };
  const redis = openRedis(redisUrl, { ...options, ...failing });
  let listener: ReturnType<typeof openRedis> | undefined;
  let declined: string | undefined;
  // the users of the queues report that it is away
  redis.on('error', ({ message }) => {
    if (DECLINES.test(message)) declined = message;
  });
  const ready = async (withinMs = TIMEOUT_MS) => {
    if (redis.status !== 'ready')
      await within(withinMs, 'Redis', new Promise((resolve) => redis.once('ready', resolve)));
  };
  // the earlier name of the fence: during an upgrade, processes of the version before read these keys
  const keyOf = (name: string) => `topup:witness:${name}`;
  return {
    /**
     * Resolves when Redis has taken user, password and database, or is away, or does not answer within five seconds.
     * @throws Error when Redis declines one of them
     */
    async accepted(): Promise<void> {
      const refused = new Promise((resolve) => redis.once('error', resolve));
      await Promise.race([ready(START_MS).catch(() => undefined), refused]);
      if (declined !== undefined)
        throw new Error(`Redis declines REDIS_URL: ${declined}. Check its user, password and database number.`);
    },
    /** Never throws, and nobody waits for it. It is on its way before anything that is sent later. */
    add(name: string, note: string): void {
      redis.xadd(keyOf(name), 'MAXLEN', '~', KEPT, '*', 'note', note).catch(() => undefined);
    },
    /** The newest notes, the oldest first. @throws when Redis does not answer within a second */
    async read(name: string): Promise<string[]> {
      await ready();
      const entries = await redis.xrange(keyOf(name), '-', '+');
      return entries.flatMap(([, fields]) => fields[1] ?? []);
    },
    async forget(name: string): Promise<void> {
      await ready();
      await redis.del(keyOf(name));
    },
    /** Tells every process that listens at once. Never throws. */
    announce(name: string, note: string): void {
      redis.publish(keyOf(name), note).catch(() => undefined);
    },
    /** Hears what is announced from now on, on a connection of its own. */
    listen(name: string, hear: (note: string) => void): void {
      listener = openRedis(redisUrl, { ...options, maxRetriesPerRequest: null });
      listener.on('error', () => undefined);
      listener.on('message', (_, note: string) => hear(note));
      listener.subscribe(keyOf(name)).catch(() => undefined); // repeated by ioredis when it connects again
    },
    close(): void {
      redis.disconnect();
      listener?.disconnect();
    },
  };
}
