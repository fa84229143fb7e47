import { type Db, sqlStateOf, withReason } from './db';
import type { Log } from './log.port';
import { NEEDED_FUNCTIONS, NEEDED_MIGRATION } from './needed-schema';
import { pause } from './pause';

const LOOK_AGAIN_MS = 1_000;

/** SQLSTATEs: there is no such function, or no such table. */
const NO_FUNCTION = ['42883', '42P01'];

/** Schema that a version needs. `functions`: their digest; null for a process that had them at its start. */
type NeededSchema = { migration: string; functions: string | null };

const NEEDED: NeededSchema = { migration: NEEDED_MIGRATION, functions: NEEDED_FUNCTIONS };

/**
 * Why this version must not run on the database yet: it lacks the newest migration or the functions that this version
 * needs, or the role has the rights of an earlier version. Null when all is well, even if the database has newer
 * migrations and functions (docs/explain/decisions/0006).
 * @throws what the database says when it does not answer
 */
export async function schemaGap(db: Db, { migration, functions }: NeededSchema = NEEDED): Promise<string | null> {
  const lacking = (what: string) => `The database lacks ${what}. Run \`npm run db:migrate\` of this version.`;
  try {
    const [row] = await db.$queryRaw<{ gap: 'migration' | 'functions' | 'rights' | null; role: string }[]>`
      SELECT schema_gap(${migration}::text, ${functions}::text) AS gap, session_user AS role`;
    switch (row?.gap) {
      case 'functions':
        return lacking('the functions of this version');
      case 'rights':
        return `The role ${row.role} lacks rights that this version needs. Run \`npm run db:grant\` of this version for it.`;
      case null:
        return null;
      default:
        return lacking(`the migration ${migration}`);
    }
  } catch (error) {
    if (NO_FUNCTION.includes(sqlStateOf(error))) return lacking(`the migration ${migration}`);
    throw error;
  }
}

class SchemaIsBehind extends Error {
  override readonly name = 'SchemaIsBehind';
}

/**
 * A check of readiness. It does not ask for the functions: on the way back to the version before, whose functions are
 * applied first, the processes of this one go on until they are replaced.
 * @throws SchemaIsBehind, with what is missing; otherwise as `withReason` does
 */
export async function assertSchema(db: Db): Promise<void> {
  const gap = await withReason(schemaGap(db, { ...NEEDED, functions: null }));
  if (gap !== null) throw new SchemaIsBehind(gap);
}

/** Resolves when the database has what this version needs. Until then it logs, once, what is missing. */
export async function waitForSchema(db: Db, log: Pick<Log, 'warn'>): Promise<void> {
  let told: string | null = null;
  for (let gap = await schemaGap(db); gap !== null; gap = await schemaGap(db)) {
    if (gap !== told) log.warn('waiting for the schema of the database', { why: gap });
    told = gap;
    await pause(LOOK_AGAIN_MS);
  }
}
