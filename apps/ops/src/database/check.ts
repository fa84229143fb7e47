import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { migrate } from './migrate';
import { withSchemaEngine } from './schema-engine';
import { openSession, type Say } from './session';

const silent: Say = () => undefined;

/**
 * Proves that schema.prisma and the migrations of `prismaDir` describe the same tables, in a scratch database that is
 * dropped afterwards. What Prisma cannot express (functions, triggers, checks, partial indexes) is not compared. Throws
 * with the SQL that the migrations lack, and when the server of `databaseUrl` does not let us create a database.
 */
export async function check({ databaseUrl, prismaDir, say }: CheckOptions): Promise<void> {
  const server = await openSession(databaseUrl, say);
  const name = `topup_check_${randomUUID().replaceAll('-', '')}`;
  try {
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const scratchUrl = withDatabase(databaseUrl, name);
    await migrate({ databaseUrl: scratchUrl, prismaDir, queuesInPostgres: false, say: silent });
    const missing = await findMissingSql(scratchUrl, readFileSync(path.join(prismaDir, 'schema.prisma'), 'utf8'));
    if (missing !== undefined)
      throw new Error(`schema.prisma and the migrations differ. The migrations lack:\n\n${missing}`);
    say('schema.prisma and the migrations agree');
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.close();
  }
}

export type CheckOptions = { databaseUrl: string; prismaDir: string; say: Say };

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

function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
