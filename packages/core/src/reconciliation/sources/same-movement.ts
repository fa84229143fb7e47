import type { StatementRow } from '../../provider/provider.port';

/** What tells one movement from another, whatever its source and its id there. */
export type Movement = Pick<StatementRow, 'at' | 'direction' | 'amountKobo' | 'providerRef' | 'providerTransactionId'>;

/** Files often have no seconds. */
export const SAME_WITHIN_MS = 60_000;

/**
 * Tells whether one of these movements is the same as a row: within a minute, of the same amount and direction, and
 * with no other name; what one side does not say is taken for equal. Each of them stands for one row, so that a second
 * charge is not lost.
 */
export function createSameMovement(others: readonly Movement[]): (row: Movement) => boolean {
  const byMinute = new Map<string, Set<Movement>>();
  for (const other of others) {
    const key = keyOf(other, minuteOf(other));
    const ofMinute = byMinute.get(key) ?? new Set();
    byMinute.set(key, ofMinute.add(other));
  }
  return (row) => {
    const near = [-1, 0, 1].map((by) => byMinute.get(keyOf(row, minuteOf(row) + by)) ?? new Set<Movement>());
    const same = near.flatMap((each) => [...each].filter((other) => isSame(row, other)));
    const [best] = same.sort((a, b) => sharedNames(row, b) - sharedNames(row, a));
    if (best === undefined) return false;
    for (const each of near) each.delete(best);
    return true;
  };
}

const minuteOf = ({ at }: Movement): number => Math.floor(at.getTime() / SAME_WITHIN_MS);
const keyOf = ({ direction, amountKobo }: Movement, minute: number): string => `${direction} ${amountKobo} ${minute}`;

const NAMES = ['providerRef', 'providerTransactionId'] as const;

const isSame = (one: Movement, other: Movement): boolean =>
  Math.abs(one.at.getTime() - other.at.getTime()) <= SAME_WITHIN_MS &&
  NAMES.every((name) => one[name] === null || other[name] === null || one[name] === other[name]);

const sharedNames = (one: Movement, other: Movement): number =>
  NAMES.filter((name) => one[name] !== null && one[name] === other[name]).length;
