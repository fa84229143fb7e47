import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFunctionFaults } from './functions';
import { migrate, STANDARD_RULE } from './migrate';
import { withSchemaEngine } from './schema-engine';
import { openSession, type Say } from './session';

const silent: Say = () => undefined;

/**
 * Proves that the migrations of `prismaDir` make the tables of its schema.prisma, and that the files of its `functions`
 * can be applied and are all functions, in a scratch database that is dropped afterwards. Triggers, checks and partial
 * indexes are not compared, because Prisma cannot express them.
 * @throws Error with the SQL that the migrations lack, with the faults of the functions, and when the server of
 *   `databaseUrl` does not let us create a database
 */
export async function check({ databaseUrl, prismaDir, say }: CheckOptions): Promise<void> {
  const server = await openSession(databaseUrl, say);
  const name = `topup_check_${randomUUID().replaceAll('-', '')}`;
  try {
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const scratchUrl = withDatabase(databaseUrl, name);
    await migrate({ databaseUrl: scratchUrl, prismaDir, queuesInPostgres: false, rule: STANDARD_RULE, say: silent });
    const missing = await findMissingSql(scratchUrl, readFileSync(path.join(prismaDir, 'schema.prisma'), 'utf8'));
    if (missing !== undefined)
      throw new Error(`schema.prisma and the migrations differ. The migrations lack:\n\n${missing}`);
    const faults = await readFunctionFaults(scratchUrl, prismaDir);
    if (faults.length > 0) throw new Error(`The functions have faults:\n\n${faults.join('\n')}`);
    say('schema.prisma, the functions and the migrations agree');
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.close();
  }
}

type CheckOptions = { databaseUrl: string; prismaDir: string; say: Say };

async function findMissingSql(databaseUrl: string, schema: string): Promise<string | undefined> {
  const files = [{ path: 'schema.prisma', content: schema }];
  const { exitCode, stdout } = await withSchemaEngine(databaseUrl, schema, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return exitCode === 0 ? undefined : (stdout ?? '').trimEnd();
}

async function readFunctionFaults(databaseUrl: string, prismaDir: string): Promise<string[]> {
  const session = await openSession(databaseUrl, silent);
  try {
    return await findFunctionFaults(session, path.join(prismaDir, 'functions'));
  } finally {
    await session.close();
  }
}

function withDatabase(databaseUrl: string, name: string): string {
  return databaseUrl.replace(/^(\w+:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`); // several servers are no URL to Node
}
