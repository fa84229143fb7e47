import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { newId } from '../shared/ids';

/** One reading of the provider's data plans. `summary` is null while it runs, and for ever when it could not come to its end: then `fault` says why. */
export type CatalogueSync = {
  id: string;
  startedAt: Date;
  finishedAt: Date | null;
  startedBy: string;
  steps: CatalogueSyncStep[];
  summary: CatalogueSyncCounts | null;
  /** What went wrong, also of one that came to its end: services that gave no list, for example. */
  fault: string | null;
};

/** `text`: what became of a service of the provider's, in words. */
export type CatalogueSyncStep = { service: string; text: string };

/** Plans. `changed` includes those that are listed again; `kept`: as they were. */
export type CatalogueSyncCounts = { added: number; changed: number; gone: number; kept: number };

/** A run that has not been seen for so long has died with its process: reading every list takes about ten seconds. */
const LOST_AFTER = sql`interval '60 seconds'`;
const LOST = 'The process that read them ended before it was done: start it again.';

/** Begins a sync. Null when one is under way, in whatever process. */
export async function beginCatalogueSync(db: DbOrTransaction, startedBy: string): Promise<CatalogueSync | null> {
  await db.$executeRaw(sql`
    UPDATE catalogue_sync SET finished_at = clock_timestamp(), fault = ${LOST} WHERE finished_at IS NULL AND seen_at < clock_timestamp() - ${LOST_AFTER}`);
  const [row] = await db.$queryRaw<CatalogueSync[]>(sql`
    INSERT INTO catalogue_sync AS c (id, started_by) VALUES (${newId()}::uuid, ${startedBy}) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`);
  return row ?? null;
}

/** Adds what has been done, which also says that the sync still goes on. */
export async function addCatalogueSyncSteps(db: Db, id: string, steps: CatalogueSyncStep[]): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE catalogue_sync SET steps = steps || ${JSON.stringify(steps)}::jsonb, seen_at = clock_timestamp() WHERE id = ${id}::uuid AND finished_at IS NULL`);
}

export async function endCatalogueSync(
  db: Db,
  id: string,
  { summary, fault }: { summary: CatalogueSyncCounts | null; fault: string | null },
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE catalogue_sync SET finished_at = clock_timestamp(), summary = ${summary && JSON.stringify(summary)}::jsonb, fault = ${fault}
     WHERE id = ${id}::uuid AND finished_at IS NULL`);
}

/** The last that was begun; null when there was none yet. */
export async function latestCatalogueSync(db: Db): Promise<CatalogueSync | null> {
  const [row] = await db.$queryRaw<CatalogueSync[]>(
    sql`SELECT ${COLUMNS} FROM catalogue_sync c ORDER BY id DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Whoever looks at a lost run is told so at once, not when the next one begins. */
const IS_LOST = sql`c.finished_at IS NULL AND c.seen_at < clock_timestamp() - ${LOST_AFTER}`;

const COLUMNS = sql`
  c.id, c.started_at AS "startedAt", c.started_by AS "startedBy", c.steps, c.summary,
  CASE WHEN ${IS_LOST} THEN c.seen_at ELSE c.finished_at END AS "finishedAt", CASE WHEN ${IS_LOST} THEN ${LOST} ELSE c.fault END AS fault`;
