import { readFunctions } from './functions';
import type { Session } from './session';

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
