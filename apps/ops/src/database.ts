import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings } from '@topup/runtime';
import { check } from './database/check';
import { migrate } from './database/migrate';

const USAGE = 'usage: database.js migrate|check [--dir <directory with schema.prisma and migrations/>]';
const PRISMA_DIR = path.join(__dirname, '../../../prisma');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { dir: { type: 'string', default: PRISMA_DIR } } });
  const [command] = positionals;
  if (positionals.length !== 1 || (command !== 'migrate' && command !== 'check')) throw new Error(USAGE);

  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = loadSettings(['DATABASE_URL', 'REDIS_URL']);
  if (command === 'check') await check({ databaseUrl, prismaDir: values.dir, say });
  else await migrate({ databaseUrl, prismaDir: values.dir, queuesInPostgres: redisUrl === undefined, say });
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  // Prisma's engine leaves a timer of 10 s behind, which would keep the process that long.
  .finally(() => process.exit());
