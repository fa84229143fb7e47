import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from './session';

type Queries = Pick<Session, 'query'>;

/**
 * Compares the functions of a migrated database with their files: `<name>.sql` in `functionsDir` or in its folder
 * `released`, each with one CREATE OR REPLACE FUNCTION. Leaves the database as it was.
 * @returns a sentence for each function that differs from its file, has none, or is in no migration
 */
export async function findFunctionFaults(session: Queries, functionsDir: string): Promise<string[]> {
  const inMigrations = await readDefinitions(session, 'public');
  await session.query(`BEGIN; CREATE SCHEMA ${SCRATCH}; SET LOCAL search_path = ${SCRATCH}, public`);
  // functions may stand in any order, before those that they call
  await session.query('SET LOCAL check_function_bodies = off');
  try {
    const misnamed: string[] = [];
    for (const { name, file } of functionFiles(functionsDir)) {
      const before = await readDefinitions(session, SCRATCH);
      await session.query(readFileSync(file, 'utf8')).catch((error: Error) => {
        throw new Error(`${file}: ${error.message}`);
      });
      const created = [...(await readDefinitions(session, SCRATCH)).keys()].filter((each) => !before.has(each));
      if (created.length !== 1 || !created[0]?.startsWith(`${name}(`))
        misnamed.push(`${path.relative(functionsDir, file)} must create the function ${name} and nothing else`);
    }
    return [...misnamed, ...differences(inMigrations, await readDefinitions(session, SCRATCH))];
  } finally {
    await session.query('ROLLBACK');
  }
}

const SCRATCH = 'topup_function_files';

function functionFiles(functionsDir: string): { name: string; file: string }[] {
  return ['.', 'released'].flatMap((folder) => {
    const directory = path.join(functionsDir, folder);
    const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith('.sql')) : [];
    return files.sort().map((file) => ({ name: path.basename(file, '.sql'), file: path.join(directory, file) }));
  });
}

/** The functions of a schema by signature, as PostgreSQL writes them, without the name of the schema. */
async function readDefinitions(session: Queries, schema: string): Promise<Map<string, string>> {
  const { rows } = await session.query(
    `SELECT format('%s(%s)', f.proname, pg_get_function_identity_arguments(f.oid)) AS signature,
            replace(pg_get_functiondef(f.oid), format('FUNCTION %I.', $1::text), 'FUNCTION ') AS definition
       FROM pg_proc f
      WHERE f.pronamespace = $1::regnamespace AND f.prokind IN ('f', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend d
                         WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
      ORDER BY 1`,
    [schema],
  );
  return new Map(rows.map((row): [string, string] => [row.signature, row.definition]));
}

function differences(inMigrations: Map<string, string>, inFiles: Map<string, string>): string[] {
  const withoutFile = [...inMigrations.keys()].filter((signature) => !inFiles.has(signature));
  const inBoth = [...inFiles].filter(([signature]) => inMigrations.has(signature));
  const changed = inBoth.filter(([signature, definition]) => definition !== inMigrations.get(signature));
  const withoutMigration = [...inFiles.keys()].filter((signature) => !inMigrations.has(signature));
  return [
    ...withoutFile.map((signature) => `${signature} has no file`),
    ...changed.map(
      ([signature, definition]) =>
        `${signature} differs: ${firstDifference(definition, inMigrations.get(signature) ?? '')}`,
    ),
    ...withoutMigration.map((signature) => `${signature} is in no migration`),
  ];
}

function firstDifference(file: string, migration: string): string {
  const [fileLines, migrationLines] = [file.split('\n'), migration.split('\n')];
  const at = fileLines.findIndex((line, index) => line !== migrationLines[index]);
  return `the file has "${(fileLines[at] ?? '').trim()}", the migrations "${(migrationLines[at] ?? '').trim()}"`;
}
