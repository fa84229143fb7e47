import { AppError } from '../../errors/error-catalog';
import type { FailoverFence } from '../../fence';
import type { Clock } from '../../shared/clock';
import { type DatabaseFault, type Db, databaseFault, isDatabaseTrouble } from '../../shared/db';
import { pause } from '../../shared/pause';
import { type AcceptItem, type AcceptRow, acceptPurchases, databaseNow } from './accept.store';

/** Gives every item its row, or the AppError that its client gets. Never throws. `wait`: for locked wallets. */
export type AcceptRunner = (items: AcceptItem[], wait: boolean) => Promise<(AcceptRow | AppError)[]>;

export const START_MS = 2_000; // after this the sweeper takes up a purchase that no job announced
const DEADLINE_MS = 3_000; // an attempt that is older than this writes nothing
/** The query timeout of the accepting pool: an attempt writes nothing after its deadline, so asking again is safe. */
export const ACCEPT_QUERY_TIMEOUT_MS = DEADLINE_MS + 500;
// how long a lost answer is asked for again; longer than the deadline, or "insufficient" would never be certain
const RESOLVE_MS = 6_000;
const TRIES = 3;

/**
 * `saw`: told of each statement that has accepted something. `stoodStill`: whether the purchases that the process has
 * in hand may be ones that their clients have given up. Nothing is accepted then.
 */
export type AcceptRunnerDeps = {
  db: Db;
  clock: Clock;
  saw?: FailoverFence['saw'] | undefined;
  stoodStill?: () => boolean;
};

export function createAcceptRunner({ db, clock, saw, stoodStill = () => false }: AcceptRunnerDeps): AcceptRunner {
  const time = databaseClock(db, clock);

  async function attempt(items: AcceptItem[], wait: boolean, notAfter: number): Promise<AcceptRow[]> {
    const rows = await acceptPurchases(db, items, { notAfter, wait, startMs: START_MS });
    if (rows[0]) time.learn(rows[0].decidedAt);
    const written = items[rows.findIndex(({ outcome }) => outcome === 'accepted')];
    if (written) saw?.({ kind: 'accepted', id: written.id, attempt: 1 });
    return rows;
  }

  function faultOf(error: unknown): DatabaseFault {
    const fault = databaseFault(error);
    if (fault === 'late') time.forget();
    return fault;
  }

  async function run(items: AcceptItem[], wait: boolean, tries = 1): Promise<(AcceptRow | AppError)[]> {
    let notAfter: number | undefined;
    try {
      notAfter = (await time.now()) + DEADLINE_MS;
      if (stoodStill()) return items.map(() => new AppError('unavailable'));
      const rows = await attempt(items, wait, notAfter);
      return items.map((_, i) => rows[i] ?? new AppError('outcome_unknown'));
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'unknown' && notAfter !== undefined) return resolveUnknown(items, notAfter);
      if (fault === 'item' && items.length > 1) return singly(items, wait);
      if (fault !== 'again' || tries === TRIES)
        return items.map(
          () => new AppError(isDatabaseTrouble(error) ? 'unavailable' : 'internal', undefined, { cause: error }),
        );
      await pause(20 * tries);
      return run(items, wait, tries + 1);
    }
  }

  /** One invalid item must not fail the others. */
  async function singly(items: AcceptItem[], wait: boolean): Promise<(AcceptRow | AppError)[]> {
    const results: (AcceptRow | AppError)[] = [];
    for (const item of items) results.push(...(await run([item], wait)));
    return results;
  }

  /** The attempt may still write later. Asks for the same ids until no running attempt can change the answers. */
  async function resolveUnknown(items: AcceptItem[], firstDeadline: number): Promise<(AcceptRow | AppError)[]> {
    const final = new Map<AcceptItem, AcceptRow>();
    const giveUpAt = clock.monotonicMs() + RESOLVE_MS;
    let lastDeadline = firstDeadline;
    while (final.size < items.length && clock.monotonicMs() < giveUpAt) {
      await pause(100);
      if (stoodStill()) break;
      lastDeadline = await askAgain(
        items.filter((item) => !final.has(item)),
        lastDeadline,
        final,
      );
    }
    return items.map((item) => final.get(item) ?? new AppError('outcome_unknown'));
  }

  /** Adds the answers that are certain now. Returns the deadline of the latest attempt that may still run. */
  async function askAgain(items: AcceptItem[], deadline: number, final: Map<AcceptItem, AcceptRow>): Promise<number> {
    let notAfter = deadline;
    try {
      notAfter = (await time.now()) + DEADLINE_MS; // it asks the database after an attempt that came too late
      const rows = await attempt(items, true, notAfter);
      for (const [i, row] of rows.entries()) {
        const item = items[i];
        if (item && isFinal(row, deadline)) final.set(item, row);
      }
      return deadline;
    } catch (error) {
      return faultOf(error) === 'unknown' ? Math.max(deadline, notAfter) : deadline;
    }
  }

  return (items, wait) => run(items, wait);
}

/** A purchase keeps its reference. Any other answer is certain only if it came after the deadline of every attempt. */
const isFinal = (row: AcceptRow, lastDeadline: number): boolean =>
  row.outcome === 'accepted' || row.outcome === 'duplicate' || row.decidedAt > lastDeadline;

/**
 * Database time without a round trip, from the last answer. It is early by the time that the answer took, so deadlines
 * get stricter, never laxer. After a longer pause of the process, or a step of the server's clock, every later attempt
 * would come too late and learn nothing: so an attempt that came too late reads the clock again.
 */
function databaseClock(
  db: Db,
  clock: Clock,
): { now(): Promise<number>; learn(databaseMs: number): void; forget(): void } {
  let offset: number | undefined;
  const learn = (databaseMs: number) => {
    offset = databaseMs - clock.monotonicMs();
  };
  return {
    learn,
    forget: () => {
      offset = undefined;
    },
    async now() {
      if (offset === undefined) learn(await databaseNow(db));
      return (offset ?? 0) + clock.monotonicMs();
    },
  };
}
