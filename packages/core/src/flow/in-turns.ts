import { newId } from '../shared/ids';
import { createScheduler, type Work } from './scheduler';
import { createShares } from './shares';

/** Does work for an account, now or when its turn comes. Settles as the work does. */
export type InTurns = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/** `atOnce`: of all accounts together. `mostWaiting`: of one account. */
type InTurnsOptions = { atOnce: number; mostWaiting: number; refuse: () => Error };

type Turn = Work & { run(): Promise<void>; refuse(): void };

/**
 * Does at most `atOnce` pieces of work in this process at a time. What cannot begin waits, and accounts take turns.
 * Work of an account that has `mostWaiting` rejects with what `refuse` returns.
 */
export function createInTurns({ atOnce, mostWaiting, refuse }: InTurnsOptions): InTurns {
  const scheduler = createScheduler<Turn>({
    shares: createShares(atOnce),
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
