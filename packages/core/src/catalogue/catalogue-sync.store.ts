import { type Db, type DbOrTransaction, type Sql, sql } from '../shared/db';
import { newId } from '../shared/ids';

/** `summary`: null until it has finished. `fault`: also of a sync that has finished. */
export type CatalogueSync = {
  id: string;
  startedAt: Date;
  finishedAt: Date | null;
  startedBy: string;
  steps: CatalogueSyncStep[];
  summary: CatalogueSyncCounts | null;
  fault: string | null;
};

/** `text`: the outcome of one service of the provider, for operators. */
export type CatalogueSyncStep = { service: string; text: string };

/** Numbers of plans. `changed` includes plans that are listed again; `kept` are unchanged. */
export type CatalogueSyncCounts = { added: number; changed: number; gone: number; kept: number };

/** After so long without a step the process has died: reading every list takes about 10 s. */
const LOST_AFTER = sql`interval '60 seconds'`;
const LOST = 'The process ended before the sync had finished. Start it again.';

/** Begins a sync of a person. Null when one is under way in any process. */
export function insertCatalogueSync(db: DbOrTransaction, startedBy: string): Promise<CatalogueSync | null> {
  return begin(db, sql`SELECT ${newId()}::uuid, ${startedBy}`);
}

/**
 * Begins a sync when none has begun in the last `everyMs` (0: that does not count), or since somebody asked for one;
 * null otherwise, or when one is under way. A provider announces its plans in groups, so two syncs are 5 s apart.
 */
export async function beginDueCatalogueSync(db: DbOrTransaction, everyMs: number): Promise<CatalogueSync | null> {
  const every = Math.round(everyMs);
  const due = sql`
    SELECT ${newId()}::uuid, CASE WHEN state.sync_asked_at > latest.started_at THEN 'provider' ELSE 'worker' END
      FROM catalogue_state state
     CROSS JOIN (SELECT coalesce(max(started_at), '-infinity') AS started_at FROM catalogue_sync) latest
     WHERE (${every}::bigint > 0
            AND latest.started_at < clock_timestamp() - ${every}::bigint * interval '1 millisecond')
        OR (state.sync_asked_at > latest.started_at
            AND latest.started_at < clock_timestamp() - interval '5 seconds')`;
  const rows = await db.$queryRaw<object[]>(due); // every worker asks each second, and almost never is one due
  return rows.length === 0 ? null : begin(db, due);
}

/** `row`: a query of the id and of who starts it, with at most one row. */
async function begin(db: DbOrTransaction, row: Sql): Promise<CatalogueSync | null> {
  await db.$executeRaw(sql`
    UPDATE catalogue_sync SET finished_at = clock_timestamp(), fault = ${LOST}
     WHERE finished_at IS NULL AND seen_at < clock_timestamp() - ${LOST_AFTER}`);
  const [begun] = await db.$queryRaw<CatalogueSync[]>(sql`
    INSERT INTO catalogue_sync AS c (id, started_by) ${row} ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`);
  return begun ?? null;
}

/** Asks the workers for a sync, because the provider has announced new plans or prices. */
export async function askForCatalogueSync(db: Db): Promise<void> {
  await db.$executeRaw(sql`UPDATE catalogue_state SET sync_asked_at = clock_timestamp()`);
}

/** Records steps, and that the sync is still running. */
export async function addCatalogueSyncSteps(db: Db, id: string, steps: CatalogueSyncStep[]): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE catalogue_sync SET steps = steps || ${JSON.stringify(steps)}::jsonb, seen_at = clock_timestamp()
     WHERE id = ${id}::uuid AND finished_at IS NULL`);
}

/** Ends a sync. Does nothing when it was closed as lost before. */
export async function endCatalogueSync(db: Db, id: string, end: Pick<CatalogueSync, 'summary' | 'fault'>) {
  const { summary, fault } = end;
  await db.$executeRaw(sql`
    UPDATE catalogue_sync
       SET finished_at = clock_timestamp(), summary = ${summary && JSON.stringify(summary)}::jsonb, fault = ${fault}
     WHERE id = ${id}::uuid AND finished_at IS NULL`);
}

type EndedSync = Pick<CatalogueSync, 'startedBy' | 'steps' | 'summary' | 'fault'> & { tookMs: number };

/** Writes a sync that ran beside another one, after its end. */
export async function insertEndedCatalogueSync(db: Db, { startedBy, tookMs, steps, summary, fault }: EndedSync) {
  await db.$executeRaw(sql`
    INSERT INTO catalogue_sync (id, started_by, started_at, finished_at, steps, summary, fault)
    VALUES (${newId()}::uuid, ${startedBy}, clock_timestamp() - ${Math.round(tookMs)}::bigint * interval '1 millisecond',
            clock_timestamp(), ${JSON.stringify(steps)}::jsonb, ${summary && JSON.stringify(summary)}::jsonb, ${fault})`);
}

/** The sync that began last; null when there was none. */
export async function latestCatalogueSync(db: Db): Promise<CatalogueSync | null> {
  const [row] = await db.$queryRaw<CatalogueSync[]>(
    sql`SELECT ${COLUMNS} FROM catalogue_sync c ORDER BY started_at DESC LIMIT 1`,
  );
  return row ?? null;
}

/** A lost sync is shown as lost at once, not only when the next one begins. */
const IS_LOST = sql`c.finished_at IS NULL AND c.seen_at < clock_timestamp() - ${LOST_AFTER}`;

const COLUMNS = sql`
  c.id, c.started_at AS "startedAt", c.started_by AS "startedBy", c.steps, c.summary,
  CASE WHEN ${IS_LOST} THEN c.seen_at ELSE c.finished_at END AS "finishedAt",
  CASE WHEN ${IS_LOST} THEN ${LOST} ELSE c.fault END AS fault`;
