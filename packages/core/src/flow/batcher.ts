import { setImmediate as afterSocketReads } from 'node:timers/promises';
import type { FairQuota } from './fair-quota';

/**
 * A run takes what arrived during the run before it, once the event loop has read every socket with data. After a run
 * of several items it turns up to eight times more until 32 wait: under load fewer statements do the work.
 */
export type Batcher<I, O> = {
  /** Rejects with what `run` threw, or with `overloaded()` or `tooLate()` when a limit is reached. */
  submit(item: I): Promise<O>;
  /** How many items are waiting or in a run. */
  size(): number;
  /** Has what waits run now, instead of after `gatherMs`. */
  hurry(): void;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
};

type BatchOptions<I, O> = {
  /** Handles a batch and returns the results in the order of the items. An Error as a result rejects only that item. */
  run(items: I[]): Promise<(O | Error)[]>;
  maxItems: number;
  /** How long each run waits for more items: for those whose results nobody waits for. */
  gatherMs?: number;
  /** Items of one queue keep their order, and queues take turns. Default: one queue. */
  queueOf?(item: I): string;
  /** An item above its queue's quota is rejected at once, and one that has waited for `maxWaitMs` is never run. */
  limit?: { quota: FairQuota; overloaded(): Error; maxWaitMs: number; tooLate(): Error };
};

/** At 64 connections these took a tenth of the CPU of a purchase away, at 256 a twentieth; more took no more. */
const MAX_TURNS = 8;
/** At 256 connections a turn takes milliseconds: without this limit a quarter fewer purchases were sold. */
const ENOUGH = 32;

type Waiting<I, O> = {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
  untilLate?: NodeJS.Timeout | undefined;
};

function settle<I, O>(one: Waiting<I, O>, result: O | Error | undefined): void {
  if (result === undefined) one.reject(new Error('the batch gave no result for this item'));
  else if (result instanceof Error) one.reject(result);
  else one.resolve(result);
}

function createQueues<I, O>({ queueOf = () => '', limit }: BatchOptions<I, O>) {
  const queues = new Map<string, Waiting<I, O>[]>();
  let count = 0;

  /** Takes an item out of its queue, which keeps its turn. */
  function giveUp(key: string, late: Waiting<I, O>, reason: Error): void {
    const queue = queues.get(key) ?? [];
    queue.splice(queue.indexOf(late), 1);
    if (queue.length === 0) queues.delete(key);
    limit?.quota.release(key);
    count -= 1;
    late.reject(reason);
  }

  return {
    count: () => count,
    /** False: its queue has its quota, and it was rejected. */
    add(one: Waiting<I, O>): boolean {
      const key = queueOf(one.item);
      if (limit && !limit.quota.mayTake(key)) {
        one.reject(limit.overloaded());
        return false;
      }
      limit?.quota.take(key);
      if (limit) one.untilLate = setTimeout(() => giveUp(key, one, limit.tooLate()), limit.maxWaitMs);
      const queue = queues.get(key) ?? [];
      queue.push(one);
      queues.set(key, queue);
      count += 1;
      return true;
    },
    /** Takes one item from each queue in turn, until the batch is full. Whose turn it was is behind the others. */
    takeBatch(maxItems: number): Waiting<I, O>[] {
      const batch: Waiting<I, O>[] = [];
      for (const [key, queue] of queues) {
        if (batch.length === maxItems) break;
        const first = queue.shift();
        if (first) batch.push(first);
        clearTimeout(first?.untilLate);
        limit?.quota.release(key);
        queues.delete(key);
        if (queue.length > 0) queues.set(key, queue); // this loop comes to it again
      }
      count -= batch.length;
      return batch;
    },
  };
}

export function createBatcher<I, O>(options: BatchOptions<I, O>): Batcher<I, O> {
  const { run, maxItems, gatherMs } = options;
  const waiting = createQueues(options);
  const idlers: (() => void)[] = [];
  let underWay = 0;
  let lastSize = 1;
  let running = false;
  let hurried = false;
  let runNow: () => void = () => undefined;

  async function gather(): Promise<void> {
    await afterSocketReads();
    const turns = Math.min(lastSize - 1, MAX_TURNS);
    const enough = Math.min(ENOUGH, maxItems);
    for (let turn = 0; turn < turns && waiting.count() < enough; turn += 1) await afterSocketReads();
  }

  /** Waits until the time is over, a batch is full, or somebody is in a hurry. */
  function gatherFor(ms: number): Promise<void> {
    if (hurried || waiting.count() >= maxItems) return afterSocketReads();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      runNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function work(): Promise<void> {
    while (waiting.count() > 0) {
      await (gatherMs === undefined ? gather() : gatherFor(gatherMs));
      hurried = false;
      const batch = waiting.takeBatch(maxItems);
      lastSize = batch.length;
      if (batch.length === 0) continue;
      underWay = batch.length;
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [i, one] of batch.entries()) settle(one, results[i]);
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
      underWay = 0;
    }
    running = false;
    for (const resolve of idlers.splice(0)) resolve();
  }

  const size = () => waiting.count() + underWay;
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (!waiting.add({ item, resolve, reject })) return;
        if (waiting.count() >= maxItems) runNow();
        if (running) return;
        running = true;
        void work();
      }),
    size,
    hurry() {
      hurried = waiting.count() > 0;
      runNow();
    },
    idle: () => (size() === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}
