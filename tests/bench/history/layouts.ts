import type { TestBed } from '../test-bed/test-bed';

type Sql = TestBed['sql'];

/**
 * How the history of purchases is stored: in months, in one table as in version 0.1.0, or in such a table without rows.
 */
export const layouts = ['partitions', 'table', 'empty'] as const;
export type Layout = (typeof layouts)[number];

/** The history that was filled is as long as this. */
const MONTHS = 20;

const nameOf = (layout: Layout) => `history_as_${layout}`;

/**
 * Writes the same `rows` rows, two for each purchase over the last 20 months, into a history of monthly partitions and
 * into one table with the indexes that version 0.1.0 has; and makes an empty one of these. The purchases themselves do
 * not exist. The partitions are in use after it.
 */
export async function fillLayouts(sql: Sql, rows: number): Promise<void> {
  // as if the migration had run 20 months ago, and the workers since
  await sql(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE sold ON COMMIT DROP AS SELECT * FROM purchase_history;
    TRUNCATE purchase_history;
    DO $$ DECLARE v_name text; BEGIN
      FOR v_name IN SELECT inhrelid::regclass::text FROM pg_inherits
                     WHERE inhparent = 'purchase_history'::regclass AND inhrelid::regclass::text ~ '[0-9]{6}$' LOOP
        EXECUTE format('DROP TABLE %I', v_name);
      END LOOP;
      ALTER TABLE purchase_history DETACH PARTITION purchase_history_first;
      EXECUTE format('ALTER TABLE purchase_history ATTACH PARTITION purchase_history_first FOR VALUES FROM (MINVALUE)
                      TO (%L)', first_id_of(date_trunc('month', now()) - interval '${MONTHS} months'));
      WHILE keep_purchase_history() IS NOT NULL LOOP END LOOP;
    END $$;
    INSERT INTO purchase_history SELECT * FROM sold;
    COMMIT`);
  await sql('CREATE TABLE history_as_table (LIKE purchase_history INCLUDING DEFAULTS)');
  const apart = `interval '${MONTHS * 30} days' / ${rows / 2}`;
  await sql(`
    INSERT INTO history_as_table (purchase_id, from_status, to_status, cause, cause_code, at)
    SELECT made.id, move.from_status, move.to_status, move.cause, move.cause, made.at + move.after
      FROM (SELECT at, (left(first_id_of(at)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id
              FROM generate_series(1, ${rows / 2}) n,
                   LATERAL (SELECT now() - (${rows / 2} - n) * (${apart}) AS at) each OFFSET 0) made,
           (VALUES (NULL, 'initiated', 'accepted', interval '0'),
                   ('initiated', 'success', 'provider_delivered', interval '1 second'))
             AS move (from_status, to_status, cause, after)`);
  await sql('INSERT INTO purchase_history SELECT * FROM history_as_table');
  await sql('CREATE TABLE history_as_empty (LIKE history_as_table INCLUDING DEFAULTS)');
  for (const name of ['history_as_table', 'history_as_empty']) {
    await sql(`ALTER TABLE ${name} ADD PRIMARY KEY (id)`);
    await sql(`CREATE INDEX ON ${name} (purchase_id)`);
    await sql(`CREATE INDEX ON ${name} (at) WHERE from_status = 'success' AND to_status = 'refunded'`);
  }
  for (const name of ['history_as_table', 'purchase_history']) await sql(`VACUUM (ANALYZE) ${name}`);
  await sql('CHECKPOINT');
}

/**
 * Puts one layout in place of another, while purchases go on: they wait some milliseconds. Their histories are spread
 * over the layouts after it.
 */
export async function replace(sql: Sql, present: Layout, next: Layout): Promise<void> {
  if (present === next) return;
  await sql(`BEGIN;
    ALTER TABLE purchase_history RENAME TO ${nameOf(present)};
    ALTER TABLE ${nameOf(next)} RENAME TO purchase_history;
    COMMIT`);
}

/** Keeps what belongs to purchases, in the partitions, which are in use, so that the books can be verified. */
export async function unite(sql: Sql): Promise<void> {
  await sql(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE kept ON COMMIT DROP AS
      SELECT h.* FROM purchase p CROSS JOIN LATERAL (
        SELECT * FROM purchase_history WHERE purchase_id = p.id
         UNION ALL SELECT * FROM history_as_table WHERE purchase_id = p.id
         UNION ALL SELECT * FROM history_as_empty WHERE purchase_id = p.id) h;
    TRUNCATE purchase_history;
    DROP TABLE history_as_table, history_as_empty;
    INSERT INTO purchase_history SELECT * FROM kept;
    COMMIT`);
}
