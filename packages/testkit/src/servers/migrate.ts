import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_QUICKLY } from '../service/compile-quickly';
import { environment } from './environment';

const ROOT = path.resolve(__dirname, '../../../..');

/** Brings an empty database to the present schema, BullMQ's included, with the very program that operators run. Needs `npm run build` first. */
export async function migrate(databaseUrl: string): Promise<void> {
  await runDatabaseProgram(databaseUrl, ['migrate']);
}

/** The operators' `database.js` on a database whose queues it holds too. @throws with what it said, when it fails */
export async function runDatabaseProgram(databaseUrl: string, words: string[]): Promise<void> {
  const program = path.join(ROOT, 'apps/ops/dist/database.js');
  await promisify(execFile)(process.execPath, [COMPILE_QUICKLY, program, ...words], {
    cwd: ROOT,
    env: { ...environment, DATABASE_URL: databaseUrl },
  });
}

/** Twelve hex digits that change when a migrated database would look different. */
export function schemaDigest(): string {
  const digest = createHash('sha256');
  const migrations = path.join(ROOT, 'prisma/migrations');
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(migrations, name);
    if (statSync(file).isFile()) digest.update(name).update('\0').update(readFileSync(file)).update('\0');
  }
  digest.update(readFileSync(path.join(ROOT, 'node_modules/bullmq/package.json')));
  return digest.digest('hex').slice(0, 12);
}
