import type { Migration } from './migration-files';

/** The last migration before version 1.0, and how many there were. */
const LAST_BEFORE = '20261203104000_held_products';
const COUNT_BEFORE = 93;

/**
 * Takes over a database from before version 1.0: in it, the baseline has the script of its `adoption.sql`. The old rows
 * of the history stay, because processes of that version still ask for them.
 * @returns what to apply, where the database lacks it
 * @throws Error when the database lacks migrations of that time
 */
export function adopt(migrations: Migration[], history: ReadonlyMap<string, string>): Migration[] {
  const [baseline, ...later] = migrations;
  if (baseline === undefined || history.size === 0 || history.has(baseline.name)) return migrations;
  if (baseline.adoption === undefined || !history.has(LAST_BEFORE) || history.size !== COUNT_BEFORE)
    throw new Error(
      'This database is from before version 1.0 and lacks migrations of that time. Run `npm run db:migrate` of the ' +
        `last commit that has prisma/migrations/${LAST_BEFORE}, and then this again.`,
    );
  return [{ ...baseline, script: baseline.adoption }, ...later];
}
