import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { RELEASED } from '../testing/released';
import { TABLE_RIGHTS } from './rights';

// While a new version is rolled out, processes of the released version run on the new schema and with the new rights
// (docs/decisions/0006). This compares the schema of the released version with the schema after all migrations.

/**
 * What that version no longer uses or does not miss, in the words of the complaint: the contracting half of a change.
 */
const RETIRED: (string | RegExp)[] = [
  // a view of audit_log, whose columns have their NOT NULL and their defaults there: audit-upgrade.test.ts
  /^column operator_action\.\w+ was (.*?)( not null)?( by default)?, is \1$/,
  'unique operator_action  USING btree (id) is gone',
  // it writes these in its functions only, which run as the owner now
  /^(INSERT|UPDATE) on (purchase|purchase_history|ledger_entry|wallet)\./,
  // nothing names it in an ON CONFLICT: the ids are of one sequence, and each partition is unique over both columns
  'unique purchase_history  USING btree (id) is gone',
  // the same columns in the same order, which released-version.test.ts proves with the statement of that version
  'function take_due_purchases(p_types text[], p_limit integer, p_start interval, p_hold interval) was SETOF purchase, is SETOF purchase_as_released',
];

const isRetired = (complaint: string): boolean =>
  RETIRED.some((each) => (typeof each === 'string' ? each === complaint : each.test(complaint)));

const MIGRATIONS = path.join(__dirname, '../../../../prisma/migrations');
const names = readdirSync(MIGRATIONS)
  .filter((name) => statSync(path.join(MIGRATIONS, name)).isDirectory())
  .sort();

let home: TestDatabase;
let server: Client;
let db: Client;
let name: string;
const schemaAfter = new Map<string, Schema>();

beforeAll(async () => {
  home = await testDatabase();
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_released`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  db = new Client(Object.assign(new URL(home.url), { pathname: `/${name}` }).href);
  await db.connect();
  for (const migration of names) {
    await db.query(readFileSync(path.join(MIGRATIONS, migration, 'migration.sql'), 'utf8'));
    schemaAfter.set(migration, await readSchema());
  }
});
afterAll(async () => {
  await db.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
  await home.drop();
});

describe('a process of the released version fails between db:migrate or db:grant and its restart', () => {
  test('all functions, columns and unique indexes that it uses are still there', () => {
    const complaints = brokenBetween(after(RELEASED.migration), after(names.at(-1)));
    expect(complaints.filter((complaint) => !isRetired(complaint))).toEqual([]);
  });

  test('every right of the released version is still granted', async () => {
    const [released, present] = [await grantedBy(RELEASED.tableRights), await grantedBy(TABLE_RIGHTS)];
    expect(released.length).toBeGreaterThan(100);
    expect(released.filter((right) => !present.includes(right) && !isRetired(right))).toEqual([]);
  });
});

describe('the comparison overlooks a breaking change', () => {
  test('a migration that broke the version before it, before the first release, is reported', () => {
    const [house, products] = names;
    expect(brokenBetween(after(house), after(products))).toEqual([
      expect.stringMatching(/^function accept_purchases\(.*p_window interval\) is gone$/),
      expect.stringMatching(/^function settle_purchases\(p_items jsonb, p_wait boolean\) was TABLE\(.*, is TABLE\(/),
      'column purchase.provider_order is new, and must be written',
    ]);
  });

  test.each([
    ['DROP FUNCTION tell_pending(uuid[], text, text)', /^function tell_pending\(.*\) is gone$/],
    ['ALTER FUNCTION tell_pending(uuid[], text, text) RENAME TO say_pending', /^function tell_pending\(.*\) is gone$/],
    ['ALTER TABLE notification RENAME TO message', /^column notification\.id is gone$/],
    ['ALTER TABLE account RENAME COLUMN webhook_url TO url', /^column account\.webhook_url is gone$/],
    ['ALTER TABLE purchase DROP COLUMN message', /^column purchase\.message is gone$/],
    [
      'ALTER TABLE wallet ALTER COLUMN balance_kobo TYPE numeric',
      /^column wallet\.balance_kobo was bigint not null.*, is numeric not null/,
    ],
    [
      'ALTER TABLE api_key ALTER COLUMN master_fingerprint SET NOT NULL',
      /^column api_key\.master_fingerprint was text, is text not null$/,
    ],
    ['ALTER TABLE account ALTER COLUMN name DROP NOT NULL', /^column account\.name was text not null, is text$/],
    ['ALTER TABLE account ADD COLUMN country text NOT NULL', /^column account\.country is new, and must be written$/],
    ['DROP INDEX ledger_once_per_reference', /^unique ledger_entry .*\(account_id, kind, reference\) .* is gone$/],
  ])('%s is reported', async (sql, complaint) => {
    expect(await complaintsAbout(sql)).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]));
  });

  test.each([
    'ALTER TABLE account ADD COLUMN country text',
    "ALTER TABLE account ADD COLUMN country text NOT NULL DEFAULT 'NG'",
    'CREATE TABLE float (id bigint PRIMARY KEY, kobo bigint NOT NULL)',
    'CREATE FUNCTION tell_pending(p_id uuid[]) RETURNS void LANGUAGE sql AS $$ SELECT $$',
  ])('%s is not reported, because it only adds', async (sql) => {
    expect(await complaintsAbout(sql)).toEqual([]);
  });
});

/** The objects of a schema by name, each with the properties that its users rely on. */
type Schema = ReadonlyMap<string, string>;

function after(migration = ''): Schema {
  const schema = schemaAfter.get(migration);
  if (schema === undefined) throw new Error(`there is no migration ${migration}`);
  return schema;
}

/** One sentence for each object that a program made for the schema `before` would miss in `now`. */
function brokenBetween(before: Schema, now: Schema): string[] {
  const lost = [...before].flatMap(([what, how]) => {
    const is = now.get(what);
    if (is === undefined) return [`${what} is gone`];
    return is === how ? [] : [`${what} was ${how}, is ${is}`];
  });
  const tables = new Set([...before.keys()].map(tableOf));
  const demanded = [...now].filter(
    ([what, how]) => !before.has(what) && tables.has(tableOf(what)) && how.endsWith('not null'),
  );
  return [...lost, ...demanded.map(([what]) => `${what} is new, and must be written`)];
}

const tableOf = (what: string): string | undefined => /^column (\w+)\./.exec(what)?.[1];

async function complaintsAbout(sql: string): Promise<string[]> {
  const before = await readSchema();
  await db.query('BEGIN');
  try {
    await db.query(sql);
    return brokenBetween(before, await readSchema());
  } finally {
    await db.query('ROLLBACK');
  }
}

/**
 * Functions with parameters and result, columns with type and nullability, and unique indexes, which an ON CONFLICT
 * needs. Nothing calls triggers.
 */
async function readSchema(): Promise<Schema> {
  const { rows } = await db.query<{ what: string; how: string }>(`
    SELECT format('function %s(%s)', proname, pg_get_function_identity_arguments(oid)) AS what,
           pg_get_function_result(oid) AS how
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
     UNION ALL
    SELECT format('column %s.%s', c.relname, a.attname),
           concat(format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END,
                  CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' by default' END)
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
       AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
    SELECT format('unique %s %s', indrelid::regclass, substring(pg_get_indexdef(indexrelid) FROM ' USING .*')), ''
      FROM pg_index
     WHERE indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
     ORDER BY 1`);
  return new Map(rows.map(({ what, how }) => [what, how]));
}

/** The rights on each column that a role has after these grants. */
async function grantedBy(rights: Record<string, string[]>): Promise<string[]> {
  await db.query('BEGIN');
  try {
    await db.query('CREATE ROLE expand_contract');
    for (const [table, each] of Object.entries(rights))
      if (each.length > 0) await db.query(`GRANT ${each.join(', ')} ON ${table} TO expand_contract`);
    const { rows } = await db.query<{ right: string }>(
      `SELECT format('%s on %s.%s', privilege_type, table_name, column_name) AS right
         FROM information_schema.column_privileges
        WHERE grantee = 'expand_contract' AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE')`,
    );
    return rows.map(({ right }) => right);
  } finally {
    await db.query('ROLLBACK');
  }
}
