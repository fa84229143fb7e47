import type { Db } from '../shared/db';

type Statistics = {
  /** Rows that were read so far, by index or by sequential scan. */
  rowsRead: number;
  /** Entries of its indexes that were read so far, including those of rows that were not wanted. */
  entriesRead: number;
  /** Blocks of the table and of its indexes that were read so far, from memory or from disk. */
  blocksRead: number;
  sequentialScans: number;
};

/**
 * The statistics of a table. Pools flush them late, and only for the connection that is asked.
 * @param one a pool of one connection, which has run the statements in question
 */
export async function tableStatistics(one: Db, table: string): Promise<Statistics> {
  await one.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  await one.$queryRaw`SELECT 1`;
  const [row] = await one.$queryRaw<Statistics[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS "rowsRead", seq_scan::integer AS "sequentialScans",
           (SELECT coalesce(sum(idx_tup_read), 0)::integer FROM pg_stat_user_indexes i WHERE i.relid = t.relid)
             AS "entriesRead",
           (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::integer AS "blocksRead"
      FROM pg_stat_user_tables t JOIN pg_statio_user_tables USING (relid, relname) WHERE relname = ${table}`;
  if (!row) throw new Error(`no statistics of ${table}`);
  return row;
}
