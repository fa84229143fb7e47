import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LOCK_MS } from './lock-wait';
import type { Say, Session } from './session';

/** A file of prisma/functions. It creates the function of its name, and nothing else. */
type FunctionFile = { name: string; script: string };

export function readFunctions(functionsDir: string): FunctionFile[] {
  return readdirSync(functionsDir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.sql'),
      script: readFileSync(path.join(functionsDir, file), 'utf8'),
    }));
}

/** The functions that can be called, each with its arguments and its result as the file says them. */
export function signaturesOf(files: FunctionFile[]): Record<string, string> {
  const signatures = files.map(({ name, script }): [string, string] => [
    name,
    (/^CREATE OR REPLACE FUNCTION \w+\s*(.*?)\s*\bLANGUAGE\b/ms.exec(script)?.[1] ?? '')
      .replace(/\s+/g, ' ')
      .replace('( ', '('),
  ]);
  return Object.fromEntries(signatures.filter(([, signature]) => !signature.endsWith('RETURNS trigger')));
}

/** SHA-256 of all the files, as hex. scripts/prepare.mjs computes the same for `NEEDED_FUNCTIONS`. */
export function digestOf(files: FunctionFile[]): string {
  const digest = createHash('sha256');
  for (const { name, script } of files) digest.update(`${name}\0${script}\0`);
  return digest.digest('hex');
}

/**
 * Creates those functions that triggers call and that the database does not have, so that a migration can create the
 * triggers. Such a function has no arguments, so it needs no table. What exists stays as it is until `applyFunctions`.
 * @throws Error with the file and the SQL error. Then nothing was changed
 */
export async function createTriggerFunctions(session: Session, files: FunctionFile[]): Promise<void> {
  const { rows } = await session.query(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const missing = files.filter(({ name, script }) => /\bRETURNS trigger\b/.test(script) && !existing.has(name));
  if (missing.length > 0) await inTransaction(session, () => create(session, missing));
}

/**
 * Applies all files in one transaction, unless the newest set in the database is theirs, and notes the set
 * (`schema_gap`). So processes see all of the new functions or none, and calls that are under way end with the old
 * ones. A set that comes again is a way back to an earlier version: the sets after it are forgotten, because their
 * functions are no longer there. PUBLIC loses its rights in any case: a dump that is restored without our roles gives
 * them back. The session must hold its lock.
 * @throws Error with the file and the SQL error. Then nothing was changed
 */
export async function applyFunctions(session: Session, files: FunctionFile[], say: Say): Promise<void> {
  const digest = digestOf(files);
  const { rows } = await session.query('SELECT digest FROM function_set ORDER BY n DESC LIMIT 1');
  if (rows[0]?.digest === digest) return inTransaction(session, () => revokeFromPublic(session, files));
  await inTransaction(session, async () => {
    await create(session, files);
    await session.query('DELETE FROM function_set WHERE n > (SELECT n FROM function_set WHERE digest = $1)', [digest]);
    await session.query('INSERT INTO function_set (digest) VALUES ($1) ON CONFLICT DO NOTHING', [digest]);
  });
  say(`applied ${files.length} functions`);
}

/** Processes call these before their role has any right, for a yes or no. The last two serve those from before 1.0. */
export const FOR_EVERYBODY = ['schema_gap', 'has_migration', 'has_rights'];

async function create(session: Session, files: FunctionFile[]): Promise<void> {
  // functions may stand in any order, before those that they call
  await session.query('SET LOCAL check_function_bodies = off');
  for (const { name, script } of files)
    await session.query(script).catch((error: Error) => {
      throw new Error(`prisma/functions/${name}.sql: ${error.message}`, { cause: error });
    });
  await revokeFromPublic(session, files);
}

/** A function that runs as its owner is called by no role but those that `db:grant` names. */
async function revokeFromPublic(session: Session, files: FunctionFile[]): Promise<void> {
  const names = files.map(({ name }) => name).filter((name) => !FOR_EVERYBODY.includes(name));
  const { rows } = await session.query(
    `SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.oid::regprocedure) AS statement
       FROM pg_proc f
      WHERE f.pronamespace = 'public'::regnamespace AND f.proname = ANY ($1::text[])
        AND f.prosecdef AND has_function_privilege('public', f.oid, 'EXECUTE')`,
    [names],
  );
  for (const { statement } of rows) await session.query(statement);
}

async function inTransaction(session: Session, work: () => Promise<void>): Promise<void> {
  await session.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}`);
  try {
    await work();
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK').catch(() => undefined); // the connection may be gone
    throw error;
  }
}

/**
 * Compares the functions of a migrated database with the files of `functionsDir`, and has PostgreSQL check the text of
 * each, which `db:migrate` does not. Leaves the database as it was.
 * @returns a sentence for each file that is not of one function with its name, for each function without a file, and
 *   for each text with a fault
 */
export async function findFunctionFaults(session: Pick<Session, 'query'>, functionsDir: string): Promise<string[]> {
  const files = readFunctions(functionsDir);
  const { rows } = await session.query(
    `SELECT f.proname AS name, array_agg(f.oid::regprocedure::text) AS signatures
       FROM pg_proc f
      WHERE f.pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d
                         WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
      GROUP BY f.proname ORDER BY f.proname`,
  );
  const signatures = new Map<string, string[]>(rows.map((row) => [row.name, row.signatures]));
  const named = new Set(files.map(({ name }) => name));
  const faults = [
    ...files.flatMap(({ name }) =>
      signatures.get(name)?.length === 1 ? [] : `${name}.sql must create one function ${name}`,
    ),
    ...[...signatures].flatMap(([name, each]) => (named.has(name) ? [] : each.map((one) => `${one} has no file`))),
  ];
  await session.query('BEGIN; SET LOCAL check_function_bodies = on');
  try {
    for (const { name, script } of files) {
      await session.query('SAVEPOINT before_file');
      await session.query(script).catch(async (error: Error) => {
        faults.push(`${name}.sql: ${error.message}`);
        await session.query('ROLLBACK TO before_file');
      });
    }
  } finally {
    await session.query('ROLLBACK');
  }
  return faults;
}
