import { createPostgresBackend, QueueEvents, type QueueEventsListener, QueueEventsProducer } from 'bullmq';
import type { Log } from '../log';
import { collect } from './collect';
import {
  FAIL_AT_ONCE,
  MAX_EVENTS,
  OPEN_WITHOUT_REDIS,
  onPostgres,
  onRedis,
  type QueueStore,
  WAIT_FOR_REDIS,
  warnOf,
} from './store-options';

// BullMQ announces that a job has ended, under the job's id. A job with several items would announce all of them with
// its slowest, so the worker publishes our own event as each item ends: `ended`, with the ids separated by spaces. Its
// name and form must not change: processes of the version before run beside this one during an upgrade.
const ENDED = 'ended';

interface EndedListener extends QueueEventsListener {
  ended: (event: { ids: string }, eventId: string) => void;
}

type CompletionPublisher = {
  publish(id: string): void;
  close(): Promise<void>;
};

/** Announces the ends of items that share a job. Items that end in one tick share an event. */
export function publishCompletions(store: QueueStore, name: string, log: Log): CompletionPublisher {
  const events = store.redisUrl
    ? new QueueEventsProducer(name, { ...OPEN_WITHOUT_REDIS, ...onRedis(store, FAIL_AT_ONCE) })
    : new QueueEventsProducer(name, { ...OPEN_WITHOUT_REDIS, ...onPostgres(store, 1) }, createPostgresBackend);
  const warn = warnOf(log, `ends of ${name}`);
  events.on('error', warn);
  const ended = collect<string>(async (ids) => {
    await events.publishEvent({ eventName: ENDED, ids: ids.join(' ') }, MAX_EVENTS).catch(warn);
  });
  return {
    publish: ended.add,
    close: async () => {
      await ended.flushed();
      await events.close();
    },
  };
}

/**
 * Calls `completed` with the id of every item whose processing has ended, in this or any other process. One listener
 * serves all waiters of a process; an event can be lost.
 */
export function watchQueue(
  store: QueueStore,
  name: string,
  completed: (id: string) => void,
  log: Log,
): { close(): Promise<void> } {
  const events = store.redisUrl
    ? new QueueEvents(name, onRedis(store, WAIT_FOR_REDIS))
    : new QueueEvents(name, onPostgres(store, 1), createPostgresBackend);
  events.on('completed', ({ jobId }) => completed(jobId));
  events.on<EndedListener>(ENDED, ({ ids }: { ids: string }) => {
    for (const id of ids.split(' ')) completed(id);
  });
  events.on('error', warnOf(log, `events of ${name}`));
  return { close: () => events.close() };
}
