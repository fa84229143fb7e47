import path from 'node:path';
import { applyFunctions, createTriggerFunctions, readFunctions } from './functions';
import { sendWhenFree } from './lock-wait';
import { adopt, applyMigration, type Migration, readHistory, readMigrations } from './migration-history';
import { openSession, type Say, type Session } from './session';

type MigrateOptions = {
  databaseUrl: string;
  prismaDir: string;
  queuesInPostgres: boolean;
  rule: MoneyRuleSettings;
  say: Say;
};

/**
 * Applies every migration of `prismaDir` that the database does not have yet, in order, each in its own transaction,
 * and records it in `_prisma_migrations` as `prisma migrate deploy` does; then the functions (`applyFunctions`). With
 * `queuesInPostgres`, BullMQ's own tables too. It writes the rule of money (writeMoneyRule). Can be repeated, and
 * started twice at once. A migration that does not get its locks lets others go first, for up to 10 minutes.
 * @throws Error with the name of the migration or the file of the function, and the SQL error. That one then changed
 *   nothing
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { databaseUrl, prismaDir, queuesInPostgres, rule, say } = options;
  const functions = readFunctions(path.join(prismaDir, 'functions'));
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    const history = await readHistory(session);
    const migrations = adopt(readMigrations(path.join(prismaDir, 'migrations')), history);
    const pending = migrations.filter(({ name }) => !history.has(name));
    for (const { name, checksum } of migrations)
      if (history.has(name) && history.get(name) !== checksum)
        say(`warning: ${name} was edited after it was applied here; the edit has no effect`);
    await createTriggerFunctions(session, functions);
    await applyAll(session, pending, options);
    if (pending.length === 0) say('no pending migrations');
    await applyFunctions(session, functions, say);
    await writeMoneyRule(session, rule, say);
    if (queuesInPostgres) {
      const { migrateQueues } = await import('@topup/runtime');
      say(`queue tables are at version ${await migrateQueues(databaseUrl)}`);
    }
  } finally {
    await session.close();
  }
}

async function applyAll(session: Session, pending: Migration[], { databaseUrl, say }: MigrateOptions): Promise<void> {
  const watcher = await openSession(databaseUrl, say);
  try {
    for (const migration of pending) {
      const waits = { session, watcher, say: (line: string) => say(`${migration.name} ${line}`) };
      await applyMigration(session, migration, (script) => sendWhenFree(waits, script));
      say(`applied ${migration.name}`);
    }
  } finally {
    await watcher.close();
  }
}

/** The settings of `@topup/settings` guard, in kobo. */
export type MoneyRuleSettings = { approvals: 'required' | 'off'; approvalLimitKobo: bigint; dailyCapKobo: bigint };

export const STANDARD_RULE: MoneyRuleSettings = {
  approvals: 'required',
  approvalLimitKobo: 100_000_000n,
  dailyCapKobo: 500_000_000n,
};

/**
 * Writes whether approvals are required, each time; and the limits the first time only, because later they are changed
 * by an approval. Says so when approvals are off, and when the settings have other limits than the database.
 */
export async function writeMoneyRule(
  session: Session,
  { approvals, approvalLimitKobo, dailyCapKobo }: MoneyRuleSettings,
  say: Say,
): Promise<void> {
  const { rows: tables } = await session.query("SELECT to_regclass('money_rule') IS NOT NULL AS present");
  if (!tables[0].present) return; // the migrations of a test
  const { rows } = await session.query(
    `UPDATE money_rule
        SET approvals = $1,
            approval_limit_kobo = CASE WHEN changed_at IS NULL THEN $2::bigint ELSE approval_limit_kobo END,
            daily_cap_kobo = CASE WHEN changed_at IS NULL THEN $3::bigint ELSE daily_cap_kobo END,
            changed_at = coalesce(changed_at, clock_timestamp())
     RETURNING approval_limit_kobo::text = $2::text AND daily_cap_kobo::text = $3::text AS as_set`,
    [approvals, `${approvalLimitKobo}`, `${dailyCapKobo}`],
  );
  if (approvals === 'off') say('OPERATOR_APPROVALS is off: no step of an operator needs a second operator');
  if (!rows[0].as_set)
    say('the limits of operators are not those of the settings: they were changed later (`ops limits show`)');
}
