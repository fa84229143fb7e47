import type { TestBed } from '../test-bed/test-bed';

type Sql = TestBed['sql'];

/** The time between two finished purchases. */
const APART = "interval '1 second'";

/**
 * The columns that differ between finished purchases. All others are copied from the model, a purchase that the service
 * sold.
 */
// `g` is the table of new purchases, `m` the model's row
const OWN: Record<string, Record<string, string>> = {
  purchase: {
    id: 'g.id',
    account_id: 'g.account_id',
    request_ref: 'g.reference',
    recipient: "'0803' || lpad((g.n % 10000000)::text, 7, '0')",
    provider_ref: "to_char(g.at, 'YYYYMMDDHH24MI') || replace(g.id::text, '-', '')",
    created_at: 'g.at',
    sent_at: "g.at + interval '2 ms'",
    final_at: "g.at + interval '5 ms'",
  },
  purchase_history: {
    purchase_id: 'g.id',
    at: "CASE WHEN m.from_status IS NULL THEN g.at ELSE g.at + interval '5 ms' END",
  },
  ledger_entry: {
    account_id: 'g.account_id',
    purchase_id: 'g.id',
    reference: 'g.reference',
    balance_before_kobo: 'g.balance_kobo + g.turn * m.amount_kobo',
    balance_after_kobo: 'g.balance_kobo + (g.turn + 1) * m.amount_kobo',
    created_at: 'g.at',
  },
  webhook_event: {
    id: 'gen_random_uuid()',
    account_id: 'g.account_id',
    purchase_id: 'g.id',
    claimed_at: "g.at + interval '6 ms'",
    sent_at: "g.at + interval '6 ms'",
    finished_at: "g.at + interval '9 ms'",
    created_at: "g.at + interval '5 ms'",
  },
};

/** Columns that the database numbers. */
const DRAWN: Record<string, string> = { purchase_history: 'id', ledger_entry: 'id', webhook_event: 'seq' };

const TABLES = Object.keys(OWN);
/** Where it is not `id` alone: the history has partitions by the id of the purchase. */
const KEYS: Record<string, string> = { purchase_history: 'purchase_id, id' };
const UNREFERENCED = TABLES.filter((table) => table !== 'purchase'); // whose primary keys can be made anew too

/**
 * Brings the database to `purchases` purchases in all, with their history, ledger entries and events: it deletes the
 * newest, or adds finished ones, one per second into the past, for all accounts in turn. Triggers are off meanwhile.
 * The books stay sound, and indexes and statistics are rebuilt as after autovacuum and a checkpoint.
 * @throws when there is no purchase to copy
 */
export async function resizeTo(sql: Sql, purchases: number): Promise<void> {
  const [now] = await sql<{ count: string }>('SELECT count(*) FROM purchase');
  const more = purchases - Number(now?.count);
  if (more < 0) await sql(await withoutGuards(sql, cut(purchases)));
  if (more > 0) await sql(await withoutGuards(sql, await grow(sql, more)));
  await sql(`VACUUM (ANALYZE${more < 0 ? ', FULL_RUN' : ''})`);
  await sql('CHECKPOINT');
}

/** Runs `work` in one transaction without triggers and indexes: the triggers forbid rows that are inserted as final. */
async function withoutGuards(sql: Sql, work: string): Promise<string> {
  const indexes = await sql<{ name: string; definition: string }>(`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND tablename IN (${TABLES.map((table) => `'${table}'`)}) AND indexname NOT LIKE '%_pkey'`);
  return `
    BEGIN;
    SET LOCAL session_replication_role = replica;
    SET LOCAL enable_seqscan = on;
    SET LOCAL work_mem = '128MB';
    SET LOCAL maintenance_work_mem = '512MB';
    ${indexes.map(({ name }) => `DROP INDEX ${name};`).join('\n')}
    ${UNREFERENCED.map((table) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey;`).join('\n')}
    ${work}
    ${UNREFERENCED.map((table) => `ALTER TABLE ${table} ADD PRIMARY KEY (${KEYS[table] ?? 'id'});`).join('\n')}
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    COMMIT`;
}

const cut = (purchases: number): string => `
  CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT e.purchase_id AS id FROM ledger_entry e WHERE e.kind = 'debit' ORDER BY e.id OFFSET ${purchases};
  ANALYZE gone;
  DELETE FROM ledger_entry e USING gone WHERE e.purchase_id = gone.id;
  DELETE FROM purchase_history h USING gone WHERE h.purchase_id = gone.id;
  DELETE FROM webhook_event w USING gone WHERE w.purchase_id = gone.id;
  DELETE FROM purchase p USING gone WHERE p.id = gone.id;
  UPDATE wallet w SET balance_kobo = e.total FROM (SELECT account_id, sum(amount_kobo) AS total FROM ledger_entry GROUP BY 1) e WHERE e.account_id = w.account_id;`;

async function grow(sql: Sql, more: number): Promise<string> {
  const [model] = await sql<{ id: string }>(`
    SELECT p.id FROM purchase p JOIN webhook_event w ON w.purchase_id = p.id WHERE p.status = 'success' AND w.state = 'delivered' ORDER BY p.id LIMIT 1`);
  if (model === undefined) throw new Error('no purchase with a delivered event that others could be made like');
  const [accounts] = await sql<{ count: string }>('SELECT count(*) FROM wallet');
  const columns = await sql<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name IN (${TABLES.map((table) => `'${table}'`)})`);
  const inserts = TABLES.map((table) => {
    const own = columns
      .filter((each) => each.table === table && each.column !== DRAWN[table])
      .map(({ column }) => column);
    const key = table === 'purchase' ? 'id' : 'purchase_id';
    return `
      INSERT INTO ${table} (${own}) SELECT ${own.map((column) => OWN[table]?.[column] ?? `m.${column}`)}
        FROM grown g CROSS JOIN ${table} m WHERE m.${key} = '${model.id}' ORDER BY g.n, m.id;`;
  });
  return `
    CREATE TEMP TABLE grown ON COMMIT DROP AS
      SELECT n, uuidv7(-(${more} - n) * ${APART}) AS id, gen_random_uuid()::text AS reference, now() - (${more} - n) * ${APART} AS at,
             a.account_id, a.balance_kobo, n / ${accounts?.count} AS turn
        FROM generate_series(0, ${more - 1}) n
        JOIN (SELECT account_id, balance_kobo, row_number() OVER (ORDER BY account_id) - 1 AS place FROM wallet) a ON a.place = n % ${accounts?.count}
       ORDER BY n;
    ${inserts.join('\n')}
    UPDATE wallet w SET balance_kobo = w.balance_kobo + (SELECT amount_kobo FROM ledger_entry WHERE purchase_id = '${model.id}') * g.count
      FROM (SELECT account_id, count(*) FROM grown GROUP BY 1) g WHERE g.account_id = w.account_id;`;
}
