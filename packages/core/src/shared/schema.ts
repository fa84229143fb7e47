import { type Db, sqlStateOf } from './db';
import type { Log } from './log.port';
import { NEEDED_MIGRATION } from './needed-migration';
import { pause } from './pause';

const LOOK_AGAIN_MS = 1_000;

/** SQLSTATEs: there is no such function, or no such table. */
const NO_FUNCTION = ['42883', '42P01'];

/**
 * Why this version must not run on the database yet: it lacks the newest migration that this version needs, or the role
 * has the rights of an earlier version. Null when all is well, also when the database has newer migrations
 * (docs/decisions/0006).
 * @throws what the database says when it does not answer
 */
export async function schemaGap(db: Db, needed: string = NEEDED_MIGRATION): Promise<string | null> {
  const lacking = `The database lacks the migration ${needed}. Run \`npm run db:migrate\` of this version.`;
  try {
    const [row] = await db.$queryRaw<{ migrated: boolean; granted: boolean; role: string }[]>`
      SELECT has_migration(${needed}::text) AS migrated, has_rights(${needed}::text) AS granted, session_user AS role`;
    if (row?.migrated !== true) return lacking;
    return row.granted
      ? null
      : `The role ${row.role} lacks rights that this version needs. Run \`npm run db:grant\` of this version for it.`;
  } catch (error) {
    if (NO_FUNCTION.includes(sqlStateOf(error))) return lacking;
    throw error;
  }
}

/** Readiness shows the name of an error and nothing else of it. */
class SchemaIsBehind extends Error {
  override readonly name = 'SchemaIsBehind';
}

/** A check of readiness. @throws SchemaIsBehind, with what is missing */
export async function assertSchema(db: Db): Promise<void> {
  const gap = await schemaGap(db);
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
