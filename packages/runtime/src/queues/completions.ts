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
// its slowest, so the worker publishes an event of ours as each item ends: `ended`, with the ids separated by spaces.
// Its name and form must not change: processes of the released version run beside this one during an upgrade. `state`
// is newer, so what is published or received may be without it.
const ENDED = 'ended';

interface EndedListener extends QueueEventsListener {
  ended: (event: { ids: string; state?: string }, eventId: string) => void;
}

export type CompletionPublisher = {
  /** `state`: what became of the item, as JSON can say it. Without one, whoever waits has to find out. */
  publish(id: string, state?: unknown): void;
  close(): Promise<void>;
};

/** Announces the ends of items that share a job. Items that end in one tick with one state share an event. */
export function publishCompletions(store: QueueStore, name: string, log: Log): CompletionPublisher {
  const events = store.redisUrl
    ? new QueueEventsProducer(name, { ...OPEN_WITHOUT_REDIS, ...onRedis(store, name, FAIL_AT_ONCE) })
    : new QueueEventsProducer(name, { ...OPEN_WITHOUT_REDIS, ...onPostgres(store, 1) }, createPostgresBackend);
  const warn = warnOf(log, `ends of ${name}`);
  events.on('error', warn);
  const ended = collect<{ id: string; state: string | undefined }>(async (items) => {
    const byState = new Map<string | undefined, string[]>();
    for (const { id, state } of items) byState.set(state, [...(byState.get(state) ?? []), id]);
    const publish = ([state, ids]: [string | undefined, string[]]) =>
      events.publishEvent({ eventName: ENDED, ids: ids.join(' '), ...(state && { state }) }, MAX_EVENTS).catch(warn);
    await Promise.all([...byState].map(publish));
  });
  return {
    publish: (id, state) => ended.add({ id, state: JSON.stringify(state) }),
    close: async () => {
      await ended.flushed();
      await events.close();
    },
  };
}

/**
 * Calls `completed` with the id of every item whose processing has ended, in this or any other process, and with what
 * was announced along, of whatever form: undefined or null when nothing was.
 * One listener serves all waiters of a process; an event can be lost.
 */
export function watchQueue(
  store: QueueStore,
  name: string,
  completed: (id: string, state: unknown) => void,
  log: Log,
): { close(): Promise<void> } {
  const events = store.redisUrl
    ? new QueueEvents(name, onRedis(store, name, WAIT_FOR_REDIS))
    : new QueueEvents(name, onPostgres(store, 1), createPostgresBackend);
  events.on('completed', ({ jobId, returnvalue }) => completed(jobId, returnvalue));
  events.on<EndedListener>(ENDED, ({ ids, state }: { ids: string; state?: string }) => {
    const parsed: unknown = state === undefined ? undefined : JSON.parse(state);
    for (const id of ids.split(' ')) completed(id, parsed);
  });
  events.on('error', warnOf(log, `events of ${name}`));
  return { close: () => events.close() };
}
