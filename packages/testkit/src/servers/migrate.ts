import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_QUICKLY } from '../service/compile-quickly';
import { ROOT } from '../service/launch';
import { environment } from './environment';

/** Migrates an empty database, BullMQ's schema included, by the program that operators run. Needs `npm run build`. */
export async function migrate(databaseUrl: string, root?: string): Promise<void> {
  await runDatabaseProgram(databaseUrl, ['migrate'], root);
}

/**
 * Runs the operators' `database.js`, of this clone or the one at `root`, for a database with the queues in it.
 * @throws with its output when it fails
 */
export async function runDatabaseProgram(databaseUrl: string, words: string[], root = ROOT): Promise<void> {
  const program = path.join(root, 'apps/ops/dist/database.js');
  await promisify(execFile)(process.execPath, [COMPILE_QUICKLY, program, ...words], {
    cwd: root,
    env: { ...environment, DATABASE_URL: databaseUrl },
  });
}

/** Twelve hex digits that change with the schema of a migrated database. */
export function schemaDigest(): string {
  const digest = createHash('sha256');
  const prismaDir = path.join(ROOT, 'prisma');
  for (const name of readdirSync(prismaDir, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(prismaDir, name);
    if (statSync(file).isFile()) digest.update(name).update('\0').update(readFileSync(file)).update('\0');
  }
  digest.update(readFileSync(path.join(ROOT, 'node_modules/bullmq/package.json')));
  return digest.digest('hex').slice(0, 12);
}
