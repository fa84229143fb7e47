import { AppError } from '../../errors/error-catalog';
import { type Batcher, createBatcher } from '../../flow/batcher';
import { createFairQuota } from '../../flow/fair-quota';
import { createInTurns } from '../../flow/scheduler';
import { pause } from '../../shared/pause';
import type { AcceptItem, AcceptRow } from './accept.store';
import { type AcceptRunner, type AcceptRunnerDeps, createAcceptRunner } from './accept-runner';

export type Accepter = {
  accept(item: AcceptItem): Promise<AcceptRow>;
  idle(): Promise<void>;
};

/** `db`: a small pool of its own: two lanes, one connection that tries locked wallets again, two that wait for them. */
type AccepterDeps = AcceptRunnerDeps & {
  /** Called after each statement. `accepted`: the purchases that it debited. `items`: all that were in it. */
  onBatch?: (accepted: number, items: number) => void;
};

/** `isSlow`: its statement has been open for too long. */
type Lane = Batcher<AcceptItem, AcceptRow> & { isSlow(): boolean };

export const ACCEPT_CONNECTIONS = 5;

/** The second lane takes what arrives while the first has one statement open for longer than `SLOW_MS`. */
const LANES = 2;
const SLOW_MS = 100; // a statement takes 2 to 20 ms under load
/** Connections that try locked wallets again. */
const RETRYING = 1;
const MAX_ITEMS = 256;
const MAX_WAITING = 2_000; // in each lane
/** An answer may take 15 s. A statement and the questions about its outcome take 10 s of them (`accept-runner.ts`). */
const MAX_WAIT_MS = 4_000;
/** A settlement locks a wallet for some milliseconds. Only longer locks are worth one of the few connections. */
const RETRY_AFTER_MS = [5, 20, 75];

const newLimit = () => ({
  quota: createFairQuota(MAX_WAITING),
  overloaded: () => new AppError('overloaded'),
  maxWaitMs: MAX_WAIT_MS,
  tooLate: () => new AppError('unavailable'), // 2,000 are eight statements: only an ill database takes so long
});

/**
 * A lane runs one statement at a time. One lane takes all, because two made smaller batches, which took 7 to 14 % more
 * CPU; when its connection hangs, the other goes on. A wallet that somebody else has locked gets a lane of its own,
 * which keeps the order of arrival: it is tried again, and after 100 ms waited for. The few connections that wait may
 * all be taken, so a wallet that is locked for a moment needs none.
 */
export function createAccepter(deps: AccepterDeps): Accepter {
  const runner = createAcceptRunner(deps);
  const run: AcceptRunner = async (items, wait) => {
    const rows = await runner(items, wait);
    const accepted = rows.filter((row) => !(row instanceof AppError) && row.outcome === 'accepted');
    try {
      deps.onBatch?.(accepted.length, items.length);
    } catch {
      // it only counts, and must not make a debit look like a failure
    }
    return rows;
  };
  const lane = (): Lane => {
    let openSinceMs = Number.POSITIVE_INFINITY;
    const batcher = createBatcher<AcceptItem, AcceptRow>({
      run: async (items) => {
        openSinceMs = deps.clock.monotonicMs();
        const rows = await run(items, false);
        openSinceMs = Number.POSITIVE_INFINITY;
        return rows;
      },
      maxItems: MAX_ITEMS,
      queueOf: ({ accountId }) => accountId,
      limit: newLimit(),
    });
    return { ...batcher, isSlow: () => deps.clock.monotonicMs() - openSinceMs > SLOW_MS };
  };
  const lanes = Array.from({ length: LANES }, lane);
  const waits = new Map<string, Batcher<AcceptItem, AcceptRow>>();
  // of an account one is tried at a time, so none is ever refused
  const connections = (atOnce: number) =>
    createInTurns({ atOnce, mostWaiting: MAX_WAITING, refuse: () => new AppError('overloaded') });
  const retries = connections(RETRYING);
  const slots = connections(ACCEPT_CONNECTIONS - LANES - RETRYING);

  /** For one account, whose wallet is locked. Only what is still busy is tried again: the rest has its answer. */
  const runPatiently = async (accountId: string, items: AcceptItem[]): ReturnType<AcceptRunner> => {
    const answers = new Map<AcceptItem, AcceptRow | AppError>();
    const tryAgain = async (wait: boolean): Promise<void> => {
      const busy = items.filter((item) => !answers.has(item));
      const rows = await run(busy, wait);
      for (const [i, item] of busy.entries()) {
        const row = rows[i];
        if (row && (wait || row instanceof AppError || row.outcome !== 'busy')) answers.set(item, row);
      }
    };
    for (const pauseMs of RETRY_AFTER_MS) {
      await pause(pauseMs);
      await retries(accountId, () => tryAgain(false));
      if (answers.size === items.length) break;
    }
    if (answers.size < items.length) await slots(accountId, () => tryAgain(true));
    return items.map((item) => answers.get(item) ?? new AppError('internal'));
  };

  async function waitFor(item: AcceptItem): Promise<AcceptRow> {
    const wait =
      waits.get(item.accountId) ??
      createBatcher<AcceptItem, AcceptRow>({
        run: (items) => runPatiently(item.accountId, items),
        maxItems: MAX_ITEMS,
        limit: newLimit(),
      });
    waits.set(item.accountId, wait);
    try {
      return await wait.submit(item);
    } finally {
      if (wait.size() === 0) waits.delete(item.accountId);
    }
  }

  return {
    async accept(item) {
      if (waits.has(item.accountId)) return waitFor(item);
      const row = await laneFor(lanes, item).submit(item);
      return row.outcome === 'busy' ? waitFor(item) : row;
    },
    idle: async () => {
      await Promise.all(lanes.map((each) => each.idle()));
      await Promise.all([...waits.values()].map((wait) => wait.idle()));
    },
  };
}

/** The first lane that goes on, otherwise the wallet's own. A later purchase may pass what waits in one that hangs. */
function laneFor(lanes: Lane[], { accountId }: AcceptItem): Lane {
  const own = lanes[Number.parseInt(accountId.slice(-2), 16) % lanes.length]; // the last digits of a UUID are random
  const lane = lanes.find(({ isSlow }) => !isSlow()) ?? own;
  if (lane === undefined) throw new Error('an accepter without lanes');
  return lane;
}
