import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NEEDED_FUNCTIONS } from '@topup/core/shared';
import { emptyDatabase, eventually, type TestDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { applyFunctions, createTriggerFunctions, digestOf, readFunctions } from './functions';
import { openSession, type Session } from './session';

const REAL = path.join(__dirname, '../../../../prisma/functions');
/** An advisory lock, at which a function or a file waits. */
const GATE = 42;

const said: string[] = [];
const say = (line: string) => void said.push(line);

let database: TestDatabase;
let session: Session;
let other: Client;
let functionsDir: string;

beforeEach(async () => {
  said.length = 0;
  functionsDir = mkdtempSync(path.join(os.tmpdir(), 'topup-functions-'));
  database = await emptyDatabase();
  session = await openSession(database.url, say);
  other = new Client(database.url);
  await other.connect();
  await other.query(
    'CREATE TABLE function_set (n integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, digest text UNIQUE NOT NULL)',
  );
});
afterEach(async () => {
  await session.close();
  await other.end();
  await database.drop();
  rmSync(functionsDir, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(path.join(functionsDir, `${name}.sql`), text);
const returning = (name: string, value: number, more = '') =>
  write(name, `CREATE OR REPLACE FUNCTION ${name}() RETURNS integer LANGUAGE sql ${more} AS $$ SELECT ${value} $$;\n`);
const apply = (by = session) => applyFunctions(by, readFunctions(functionsDir), say);
const value = async (call: string) => (await other.query(`SELECT ${call} AS value`)).rows[0].value;
const sets = async () =>
  (await other.query('SELECT digest FROM function_set ORDER BY n')).rows.map((row) => row.digest);
const waits = (count: number) =>
  eventually(
    () => other.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"),
    ({ rowCount }) => rowCount === count,
  );

test('a build needs the functions that are in its files', () => {
  expect(digestOf(readFunctions(REAL))).toBe(NEEDED_FUNCTIONS);
});

describe('a function that runs is not that of its file', () => {
  test('a changed file replaces it, in any order of those that call one another, and once', async () => {
    write('a', 'CREATE OR REPLACE FUNCTION a() RETURNS integer LANGUAGE sql AS $$ SELECT b() + 1 $$;');
    returning('b', 1);
    await apply();
    expect(await value('a()')).toBe(2);
    returning('b', 5);
    await apply();
    await apply();
    expect(await value('a()')).toBe(6);
    expect(said).toEqual(['applied 2 functions', 'applied 2 functions']);
    expect(await sets()).toHaveLength(2);
  });

  test('an error leaves all as they were, and names the file', async () => {
    returning('a', 1);
    returning('b', 1);
    await apply();
    returning('a', 2);
    write('b', 'CREATE OR REPLACE FUNCTION b() RETURNS text LANGUAGE sql AS $$ SELECT now() $$;');
    await expect(apply()).rejects.toThrow(/^prisma\/functions\/b\.sql: cannot change return type/);
    expect([await value('a()'), (await sets()).length]).toEqual([1, 1]);
    returning('b', 3);
    await apply();
    expect(await value('a() + b()')).toBe(5);
  });

  test('a run that ends in the middle changes nothing', async () => {
    returning('a', 1);
    await apply();
    returning('a', 2);
    write('b', `SELECT pg_advisory_xact_lock(${GATE});`);
    await other.query(`SELECT pg_advisory_lock(${GATE})`);
    const ended = apply().catch((error: Error) => error.message);
    await waits(1);
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(await ended).toContain('prisma/functions/b.sql: terminating connection');
    expect([await value('a()'), (await sets()).length]).toEqual([1, 1]);
  });

  test('two runs at once apply a set once', async () => {
    returning('a', 1);
    const second = await openSession(database.url, say);
    try {
      await Promise.all(
        [session, second].map(async (each) => {
          await each.lock();
          await apply(each);
          await each.close();
        }),
      );
    } finally {
      session = await openSession(database.url, say);
    }
    expect(said).toEqual(['applied 1 functions']);
  });
});

describe('processes of the version before fail while the functions are replaced', () => {
  test('a call that is under way ends as it began, and the next one is new', async () => {
    write(
      'a',
      `CREATE OR REPLACE FUNCTION a() RETURNS integer LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN 1; END $$;`,
    );
    await apply();
    const old = new Client(database.url);
    await old.connect();
    try {
      await other.query(`SELECT pg_advisory_lock(${GATE})`);
      const underWay = old.query('SELECT a() AS value');
      await waits(1);
      returning('a', 2);
      await apply();
      await other.query(`SELECT pg_advisory_unlock(${GATE})`);
      expect((await underWay).rows).toEqual([{ value: 1 }]);
      expect((await old.query('SELECT a() AS value')).rows).toEqual([{ value: 2 }]);
    } finally {
      await old.end();
    }
  });

  test('on the way back the sets after it are forgotten, so the version after it waits for its own again', async () => {
    const digests: string[] = [];
    for (const each of [1, 2, 1]) {
      returning('a', each);
      digests.push(digestOf(readFunctions(functionsDir)));
      await apply();
    }
    expect(await value('a()')).toBe(1);
    expect(await sets()).toEqual([digests[0]]);
  });
});

describe('a role may call what only the owner may do', () => {
  test('a function that runs as the owner is not for PUBLIC, but for whom it was granted, also once replaced', async () => {
    const role = `${new URL(database.url).pathname.slice(1)}_role`;
    const may = async (name: string) => [
      await value(`has_function_privilege('public', '${name}()', 'EXECUTE')`),
      await value(`has_function_privilege('${role}', '${name}()', 'EXECUTE')`),
    ];
    returning('guarded', 1, 'SECURITY DEFINER');
    returning('schema_gap', 1, 'SECURITY DEFINER');
    returning('open', 1);
    await apply();
    await other.query(`CREATE ROLE ${role}`);
    try {
      expect(await may('guarded')).toEqual([false, false]);
      expect(await may('schema_gap')).toEqual([true, true]);
      expect(await may('open')).toEqual([true, true]);
      await other.query(`GRANT EXECUTE ON FUNCTION guarded TO ${role}`);
      returning('guarded', 2, 'SECURITY DEFINER');
      returning('open', 2, 'SECURITY DEFINER');
      await apply();
      expect(await may('guarded')).toEqual([false, true]);
      expect(await may('open')).toEqual([false, false]);
    } finally {
      await other.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});

describe('a migration needs the function of a trigger, which needs the tables of the migration', () => {
  const guard = (word: string) =>
    write(
      'guard',
      `CREATE OR REPLACE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION '${word}' USING ERRCODE = (SELECT code FROM later); END $$;`,
    );

  test('it is created before, and one that exists stays as it is until the migrations are through', async () => {
    write('of_later', 'CREATE OR REPLACE FUNCTION of_later(p later) RETURNS text LANGUAGE sql AS $$ SELECT p.code $$;');
    guard('first');
    await createTriggerFunctions(session, readFunctions(functionsDir));
    await other.query(`CREATE TABLE later AS SELECT 'P0001' AS code;
      CREATE TRIGGER later_is_kept BEFORE DELETE ON later FOR EACH ROW EXECUTE FUNCTION guard()`);
    const remove = () => other.query('DELETE FROM later').catch((error: Error) => error.message);
    expect(await remove()).toBe('first');
    guard('second');
    await createTriggerFunctions(session, readFunctions(functionsDir));
    expect(await remove()).toBe('first');
    await apply();
    expect([await remove(), await value(`of_later(ROW('x')::later)`)]).toEqual(['second', 'x']);
  });
});
