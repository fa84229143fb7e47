import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RoleFor } from '@topup/core/shared';
import { emptyDatabase, type TestDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { createTriggerFunctions, readFunctions, signaturesOf } from './functions';
import { readMigrations } from './migration-history';
import { RIGHTS } from './rights';
import { openSession } from './session';

// While a new version is rolled out, processes of the last release run on the new schema, with the new functions and
// rights (docs/explain/decisions/0006). This compares what that release uses, prisma/released.json, with what this
// version has.

/** Complaints about things that the release no longer uses or does not miss. */
const RETIRED: (string | RegExp)[] = [
  // what only counted sales above their price elsewhere (20261203110005)
  /^(column|unique) absorbed_loss_day\b.* is gone$/,
  'SELECT on absorbed_loss_day',
];

const isRetired = (complaint: string): boolean =>
  RETIRED.some((each) => (typeof each === 'string' ? each === complaint : each.test(complaint)));

type Released = { migration: string; functions: Record<string, string>; rights: typeof RIGHTS };

const PRISMA = path.join(__dirname, '../../../../prisma');
const RELEASED: Released = JSON.parse(readFileSync(path.join(PRISMA, 'released.json'), 'utf8'));
const ROLES = Object.keys(RELEASED.rights) as RoleFor[];
const functions = readFunctions(path.join(PRISMA, 'functions'));

let home: TestDatabase;
let db: Client;
let released: Schema;
let present: Schema;

beforeAll(async () => {
  home = await emptyDatabase();
  db = new Client(home.url);
  await db.connect();
  const session = await openSession(home.url, () => undefined);
  await createTriggerFunctions(session, functions);
  await session.close();
  for (const { name, script } of readMigrations(path.join(PRISMA, 'migrations'))) {
    await db.query(script);
    if (name === RELEASED.migration) released = await readSchema();
  }
  present = await readSchema();
});
afterAll(async () => {
  await db.end();
  await home.drop();
});

describe('a process of the last release fails between db:migrate or db:grant and its restart', () => {
  test('all columns and unique indexes that it uses are still there', () => {
    expect(brokenBetween(released, present).filter((complaint) => !isRetired(complaint))).toEqual([]);
  });

  test('all functions that it calls are still there, with the same arguments and results', () => {
    const complaints = brokenBetween(named(RELEASED.functions), named(signaturesOf(functions)));
    expect(complaints.filter((complaint) => !isRetired(complaint))).toEqual([]);
  });

  test.each(ROLES)('every right of %s is still granted', async (role) => {
    const [before, now] = [await grantedBy(RELEASED.rights[role]), await grantedBy(RIGHTS[role])];
    expect(before.length).toBeGreaterThan(100);
    expect(before.filter((right) => !now.includes(right) && !isRetired(right))).toEqual([]);
  });
});

describe('the comparison overlooks a breaking change', () => {
  test.each([
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
  ])('%s is not reported, because it only adds', async (sql) => {
    expect(await complaintsAbout(sql)).toEqual([]);
  });

  test.each([
    ['a function that is gone', '', ['function f is gone']],
    [
      'another argument',
      'f(a text, b text) RETURNS text',
      ['function f was (a text) RETURNS text, is (a text, b text) RETURNS text'],
    ],
    ['another result', 'f(a text) RETURNS void', ['function f was (a text) RETURNS text, is (a text) RETURNS void']],
    ['another layout and body', 'f(\n  a text)\nRETURNS text', []],
  ])('%s', (_, now, complaints) => {
    const files = (head: string) => [
      { name: 'f', script: `-- It.\nCREATE OR REPLACE FUNCTION ${head} LANGUAGE sql AS …` },
    ];
    const before = named(signaturesOf(files('f(a text) RETURNS text')));
    expect(brokenBetween(before, named(now === '' ? {} : signaturesOf(files(now))))).toEqual(complaints);
  });
});

/** The objects of a schema by name, each with the properties that its users rely on. */
type Schema = ReadonlyMap<string, string>;

const named = (signatures: Record<string, string>): Schema =>
  new Map(Object.entries(signatures).map(([name, signature]) => [`function ${name}`, signature]));

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

/** Columns with type and nullability, and unique indexes, which an ON CONFLICT needs. Nothing calls triggers. */
async function readSchema(): Promise<Schema> {
  const { rows } = await db.query<{ what: string; how: string }>(`
    SELECT format('column %s.%s', c.relname, a.attname) AS what,
           concat(format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END,
                  CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' by default' END) AS how
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

/** The rights of a role after these grants, on each column, function and sequence, and on tables that are gone. */
async function grantedBy({ tables, functions: called, sequences }: (typeof RIGHTS)[RoleFor]): Promise<string[]> {
  await db.query('BEGIN');
  try {
    await db.query('CREATE ROLE expand_contract');
    const isThere = (table: string) => [...present.keys()].some((what) => tableOf(what) === table);
    const [there, gone] = [true, false].map((wanted) =>
      Object.entries(tables).filter(([table, each]) => each.length > 0 && isThere(table) === wanted),
    );
    for (const [table, each] of there ?? []) await db.query(`GRANT ${each.join(', ')} ON ${table} TO expand_contract`);
    const { rows } = await db.query<{ right: string }>(
      `SELECT format('%s on %s.%s', privilege_type, table_name, column_name) AS right
         FROM information_schema.column_privileges
        WHERE grantee = 'expand_contract' AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE')`,
    );
    const missed = (gone ?? []).flatMap(([table, each]) => each.map((right) => `${right} on ${table}`));
    return [...rows.map(({ right }) => right), ...missed, ...called, ...sequences];
  } finally {
    await db.query('ROLLBACK');
  }
}
