import type { StatementRow } from '../../provider/provider.port';

/** Fields that tell one movement from another, whatever its source and its id there. */
export type Movement = Pick<StatementRow, 'at' | 'direction' | 'amountKobo' | 'providerRef' | 'providerTransactionId'>;

/** Files often have no seconds. */
export const SAME_WITHIN_MS = 60_000;

/**
 * Tells whether one of these movements is the same as a row: within a minute, of the same amount and direction, and
 * with no other name. Each of them stands for one row, so that a second charge is not lost.
 */
export function createSameMovement(others: readonly Movement[]): (row: Movement) => boolean {
  // by minute, amount and the names that a row can ask for, so that equal movements are not compared each with each
  const byKey = new Map<string, Set<Movement>>();
  for (const other of others)
    for (const names of namesOf(other)) {
      const key = `${keyOf(other, minuteOf(other))} ${names}`;
      byKey.set(key, (byKey.get(key) ?? new Set()).add(other));
    }
  return (row) => {
    for (const names of namesAskedBy(row))
      for (const by of [-1, 0, 1])
        for (const other of byKey.get(`${keyOf(row, minuteOf(row) + by)} ${names}`) ?? []) {
          if (Math.abs(row.at.getTime() - other.at.getTime()) > SAME_WITHIN_MS) continue;
          for (const each of namesOf(other)) byKey.get(`${keyOf(other, minuteOf(other))} ${each}`)?.delete(other);
          return true;
        }
    return false;
  };
}

/** No text is equal to it. */
const ANY = 0;
type Name = string | null | typeof ANY;
const named = (ref: Name, id: Name) => JSON.stringify([ref, id]);

const namesOf = ({ providerRef: ref, providerTransactionId: id }: Movement): Set<string> =>
  new Set([named(ref, id), named(ANY, id), named(ref, ANY), named(ANY, ANY)]);

/** Lists the names that a row looks for, the closest match first. A name that one side lacks counts as equal. */
function namesAskedBy({ providerRef: ref, providerTransactionId: id }: Movement): string[] {
  if (ref === null && id === null) return [named(ANY, ANY)];
  if (id === null) return [named(ref, ANY), named(null, ANY)];
  if (ref === null) return [named(ANY, id), named(ANY, null)];
  return [named(ref, id), named(ref, null), named(null, id), named(null, null)];
}

const minuteOf = ({ at }: Movement): number => Math.floor(at.getTime() / SAME_WITHIN_MS);
const keyOf = ({ direction, amountKobo }: Movement, minute: number): string => `${direction} ${amountKobo} ${minute}`;
