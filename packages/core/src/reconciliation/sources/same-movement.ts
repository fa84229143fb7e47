import type { StatementRow } from '../../provider/provider.port';

/** What tells one movement from another, whatever its source and its id there. */
export type Movement = Pick<StatementRow, 'at' | 'direction' | 'amountKobo' | 'providerRef' | 'providerTransactionId'>;

/** Files often have no seconds. */
export const SAME_WITHIN_MS = 60_000;

/**
 * Tells whether one of these movements is the same: within a minute, of the same amount and direction, and with no
 * other name. A file may lack names too, so that what one side does not say is taken for equal.
 */
export function createSameMovement(others: readonly Movement[]): (row: Movement) => boolean {
  const byMinute = new Map<string, Movement[]>();
  for (const other of others) {
    const key = keyOf(other, minuteOf(other));
    byMinute.set(key, [...(byMinute.get(key) ?? []), other]);
  }
  return (row) =>
    [-1, 0, 1].some((by) => byMinute.get(keyOf(row, minuteOf(row) + by))?.some((other) => isSame(row, other)));
}

const minuteOf = ({ at }: Movement): number => Math.floor(at.getTime() / SAME_WITHIN_MS);
const keyOf = ({ direction, amountKobo }: Movement, minute: number): string => `${direction} ${amountKobo} ${minute}`;

const isSame = (one: Movement, other: Movement): boolean =>
  Math.abs(one.at.getTime() - other.at.getTime()) <= SAME_WITHIN_MS &&
  agree(one.providerRef, other.providerRef) &&
  agree(one.providerTransactionId, other.providerTransactionId);

const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;
