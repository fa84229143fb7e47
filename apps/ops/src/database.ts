import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings } from '@topup/runtime/settings';
import { database, guard, queueStore, rolePassword } from '@topup/settings';
import { check } from './database/check';
import { grant } from './database/grant';
import { type MoneyRuleSettings, migrate } from './database/migrate';
import { outliveReaders } from './output';

const USAGE = `usage: database.js migrate [--dir <directory with schema.prisma, migrations/ and functions/>]
       database.js check [--dir …]
       database.js grant --role <login role> [--for service|dashboard|ops] [--create] [--pooler]`;
const PRISMA_DIR = path.join(__dirname, '../../../prisma');

/** They hold a lock in their session, and a pooler would leave it with a connection of others. */
const NOT_THROUGH_A_POOLER =
  'This command needs the server itself, not a pooler. Set DATABASE_URL to the address of the server, and DATABASE_POOLER=none.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = {
    dir: { type: 'string', default: PRISMA_DIR },
    role: { type: 'string' },
    for: { type: 'string' },
    create: { type: 'boolean', default: false },
    pooler: { type: 'boolean', default: false },
  } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, ...more] = positionals;
  const { dir: prismaDir, role, for: roleFor, create, pooler } = values;
  if ((roleFor !== undefined || create || pooler) && role === undefined) throw new Error(USAGE);
  if (roleFor !== undefined && roleFor !== 'service' && roleFor !== 'dashboard' && roleFor !== 'ops')
    throw new Error(USAGE);
  if (more.length > 0 || !(role === undefined ? command === 'migrate' || command === 'check' : command === 'grant'))
    throw new Error(USAGE);

  const settings = loadSettings({ ...database, ...queueStore });
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = settings;
  if (settings.DATABASE_POOLER !== 'none') throw new Error(NOT_THROUGH_A_POOLER);
  const queuesInPostgres = redisUrl === undefined;
  const password = create ? loadSettings(rolePassword).ROLE_PASSWORD : undefined;
  if (role !== undefined) await grant({ databaseUrl, role, roleFor, password, queuesInPostgres, pooler, say });
  else if (command === 'check') await check({ databaseUrl, prismaDir, say });
  else await migrate({ databaseUrl, prismaDir, queuesInPostgres, rule: moneyRule(), say });
}

function moneyRule(): MoneyRuleSettings {
  const settings = loadSettings(guard);
  return {
    approvals: settings.OPERATOR_APPROVALS,
    approvalLimitKobo: settings.APPROVAL_LIMIT_NAIRA,
    dailyCapKobo: settings.OPERATOR_DAILY_CAP_NAIRA,
  };
}

outliveReaders();
main()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  // Prisma's engine, which `check` uses, leaves a timer of 10 s behind that would keep the process alive.
  .finally(() => process.exit());
