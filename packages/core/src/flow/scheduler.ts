import { newId } from '../shared/ids';
import { createFairQuota, type FairQuota, takeQuotas } from './fair-quota';

export type Work = {
  /** Work whose id already waits in its lane is left out. */
  id: string;
  accountId: string;
  /** Within an account, work of one lane keeps its order, and a lane that cannot go on does not stop the others. */
  lane: string;
};

/** Runs work within a fair quota. What cannot begin waits, and accounts take turns. */
export type Scheduler<T extends Work> = {
  /**
   * Begins the work now if its account may, otherwise when its turn comes. Settles as work does that began at once;
   * resolves at once for work that waits or is left out.
   * @throws Error after `drain`
   */
  submit(work: T): Promise<void>;
  /** Accounts that have enough waiting here: nobody needs to look for more of their work now. */
  busyAccounts(): string[];
  available(): number;
  /** Begins nothing more and forgets what waits. Resolves when nothing is running. */
  drain(): Promise<void>;
};

type SchedulerOptions<T extends Work> = {
  quota: FairQuota;
  /** Returns the other quotas that a piece of work needs a permit of, such as that of the service it goes to. */
  alsoOf?(work: T): FairQuota[];
  run(work: T): Promise<void>;
  /** Work is left out: it waits already, or its account has too much waiting. */
  leftOut?(work: T): void;
  /** Work that had to wait has failed: nobody else is told. */
  failedLater?(work: T, error: unknown): void;
  /** How much may wait of one account; less when very many accounts have work waiting. */
  maxWaiting: number;
};

const MOST_WAITING = 20_000; // of all accounts together: some megabytes
const LEAST_WAITING = 16; // of each account, however many there are
const ENOUGH = 16;

type Lanes<T> = { byName: Map<string, Map<string, T>>; count: number };

function createTurns<T extends Work>(maxWaiting: number) {
  const waiting = new Map<string, Lanes<T>>();
  const roomOfEach = () => Math.max(LEAST_WAITING, Math.min(maxWaiting, Math.floor(MOST_WAITING / waiting.size)));

  function remove({ id, accountId, lane }: T): void {
    const lanes = waiting.get(accountId);
    const items = lanes?.byName.get(lane);
    if (lanes === undefined || items === undefined) return;
    items.delete(id);
    lanes.count -= 1;
    lanes.byName.delete(lane);
    if (items.size > 0) lanes.byName.set(lane, items);
    waiting.delete(accountId);
    if (lanes.count > 0) waiting.set(accountId, lanes);
  }

  return {
    accounts: () => waiting.size,
    busyAccounts: () => [...waiting].filter(([, { count }]) => count >= ENOUGH).map(([accountId]) => accountId),
    isBehind: ({ accountId, lane }: T) => waiting.get(accountId)?.byName.has(lane) ?? false,
    clear: () => waiting.clear(),
    /** False: it waits already, or its account has too much waiting. */
    add(work: T): boolean {
      const lanes = waiting.get(work.accountId) ?? { byName: new Map(), count: 0 };
      const items = lanes.byName.get(work.lane) ?? new Map<string, T>();
      if (items.has(work.id) || lanes.count >= roomOfEach()) return false;
      items.set(work.id, work);
      lanes.count += 1;
      lanes.byName.set(work.lane, items);
      waiting.set(work.accountId, lanes);
      return true;
    },
    /** Takes the first work that may begin, preferably of a first account. Its account and lane go behind. */
    take(mayBegin: (work: T) => boolean, comesFirst: (accountId: string) => boolean): T | null {
      let next: T | null = null;
      for (const [accountId, { byName }] of waiting) {
        const first = firstThat(mayBegin, byName);
        if (first === null) continue;
        next ??= first;
        if (!comesFirst(accountId)) continue;
        next = first;
        break;
      }
      if (next !== null) remove(next);
      return next;
    },
  };
}

function firstThat<T>(mayBegin: (work: T) => boolean, lanes: Map<string, Map<string, T>>): T | null {
  for (const lane of lanes.values()) {
    const [first] = lane.values();
    if (first !== undefined && mayBegin(first)) return first;
  }
  return null;
}

/**
 * A free permit goes to the account that waits longest, first among those with less than their even share. One piece of
 * work is one turn, so how much an account has waiting delays nobody else.
 */
export function createScheduler<T extends Work>(options: SchedulerOptions<T>): Scheduler<T> {
  const { quota, alsoOf = () => [], run, leftOut, failedLater, maxWaiting } = options;
  const waiting = createTurns<T>(maxWaiting);
  const idlers: (() => void)[] = [];
  let running = 0;
  let draining = false;

  const quotasOf = (work: T) => [quota, ...alsoOf(work)];
  const mayBegin = (work: T) => quotasOf(work).every((each) => each.mayTake(work.accountId));

  /** Null when the account may not have the permits. */
  function begin(work: T): Promise<void> | null {
    const giveBack = takeQuotas(quotasOf(work), work.accountId);
    if (giveBack === null) return null;
    running += 1;
    return run(work).finally(() => {
      giveBack();
      running -= 1;
      if (!draining) beginWaiting();
      else if (running === 0) for (const resolve of idlers.splice(0)) resolve();
    });
  }

  function beginWaiting(): void {
    for (let work = takeNext(); work !== null; work = takeNext()) {
      const begun = work;
      begin(begun)?.catch((error) => failedLater?.(begun, error));
    }
  }

  function takeNext(): T | null {
    if (waiting.accounts() === 0 || quota.available() === 0) return null;
    const evenShare = quota.size / Math.max(waiting.accounts(), quota.holders());
    return waiting.take(mayBegin, (accountId) => quota.held(accountId) < evenShare);
  }

  return {
    async submit(work) {
      if (draining) throw new Error('stopping: nothing new is begun');
      const ended = waiting.isBehind(work) ? null : begin(work);
      if (ended !== null) await ended;
      else if (!waiting.add(work)) leftOut?.(work);
    },
    busyAccounts: waiting.busyAccounts,
    available: quota.available,
    drain: () => {
      draining = true;
      waiting.clear();
      return running === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve));
    },
  };
}

/** Does work for an account, now or when its turn comes. Settles as the work does. */
export type InTurns = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/** `atOnce`: of all accounts together. `mostWaiting`: of one account. */
type InTurnsOptions = { atOnce: number; mostWaiting: number; refuse: () => Error };

type Turn = Work & { run(): Promise<void>; refuse(): void };

/** Does at most `atOnce` pieces of work at a time. Above `mostWaiting` of an account, work rejects with `refuse()`. */
export function createInTurns({ atOnce, mostWaiting, refuse }: InTurnsOptions): InTurns {
  const scheduler = createScheduler<Turn>({
    quota: createFairQuota(atOnce),
    run: ({ run }) => run(),
    leftOut: (turn) => turn.refuse(),
    maxWaiting: mostWaiting,
  });
  return (accountId, work) =>
    new Promise((resolve, reject) => {
      const id = newId();
      const run = () => work().then(resolve, reject);
      scheduler.submit({ id, accountId, lane: id, run, refuse: () => reject(refuse()) }).catch(reject);
    });
}
