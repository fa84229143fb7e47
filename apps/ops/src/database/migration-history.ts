import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from 'pg';
import { LOCK_MS, LockHeld } from './lock-wait';
import type { Session } from './session';

/** `checksum` is Prisma's: SHA-256 of the script, as hex. `adoption`: of the baseline alone (`adopt`). */
export type Migration = { name: string; script: string; checksum: string; adoption?: string };

/** The migrations of `prisma/migrations`, one directory each, oldest first. Throws when there is no such directory. */
export function readMigrations(migrationsDir: string): Migration[] {
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      const adoption = path.join(migrationsDir, name, 'adoption.sql');
      return {
        name,
        script,
        checksum: createHash('sha256').update(script).digest('hex'),
        ...(existsSync(adoption) && { adoption: readFileSync(adoption, 'utf8') }),
      };
    });
}

/** The last migration before version 1.0, and how many there were. */
const LAST_BEFORE = '20261203104000_held_products';
const COUNT_BEFORE = 93;

/**
 * Takes over a database from before version 1.0: in it, the baseline has the script of its `adoption.sql`. The old rows
 * of the history stay, because processes of that version still ask for them.
 * @returns what to apply, where the database lacks it
 * @throws Error when the database lacks migrations of that time
 */
export function adopt(migrations: Migration[], history: ReadonlyMap<string, string>): Migration[] {
  const [baseline, ...later] = migrations;
  if (baseline === undefined || history.size === 0 || history.has(baseline.name)) return migrations;
  if (baseline.adoption === undefined || !history.has(LAST_BEFORE) || history.size !== COUNT_BEFORE)
    throw new Error(
      'This database is from before version 1.0 and lacks migrations of that time. Run `npm run db:migrate` of the ' +
        `last commit that has prisma/migrations/${LAST_BEFORE}, and then this again.`,
    );
  return [{ ...baseline, script: baseline.adoption }, ...later];
}

// `_prisma_migrations`, as Prisma's own commands create, write and read it. docs/explain/decisions/0014 says why we
// write it.

const CREATE_TABLE = `
  CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

const LOOK = `
  SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS has_history,
         EXISTS (SELECT FROM pg_class
                  WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace) AS has_tables`;

/** Marks the row that an unfinished run left behind. A row without an end is a script that was rolled back. */
const MARK_ROLLED_BACK = `
  UPDATE _prisma_migrations SET rolled_back_at = now(), logs = $1
   WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

const START = 'INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)';

const FINISH = `
  UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
   WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

/**
 * The migrations that this database has, with the checksum that each had then. Creates the table in an empty database.
 * The session must hold its lock. Throws when there are tables but no history, because they are not ours.
 */
export async function readHistory(session: Session): Promise<Map<string, string>> {
  const { rows: looks } = await session.query(LOOK);
  const { has_history, has_tables } = looks[0];
  if (!has_history && has_tables)
    throw new Error('The database has tables, but no migration was ever applied to it. Give the name of an empty one.');
  if (!has_history) await session.query(CREATE_TABLE);
  await session.query(MARK_ROLLED_BACK, [null]);
  const { rows } = await session.query(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(rows.map(({ migration_name, checksum }) => [migration_name, checksum]));
}

/**
 * Runs the script and records its end in one transaction: sent as one simple query, they are one implicit transaction.
 * So a crash leaves no doubt. `send` may send it again when others held a lock; by default it is sent once. Throws with
 * the migration's name and the SQL error, after the script was rolled back.
 */
export async function applyMigration(
  session: Session,
  { name, script, checksum }: Migration,
  send: (script: string) => Promise<unknown> = (text) => session.query(text),
): Promise<void> {
  await session.query(START, [randomUUID(), checksum, name]);
  const sent = `SET LOCAL lock_timeout = ${LOCK_MS}; ${script}\n;${FINISH}`;
  try {
    await send(sent);
  } catch (error) {
    const held = error instanceof LockHeld;
    if (!held && !(error instanceof DatabaseError))
      throw new Error(`the connection broke during migration ${name}; run this again to finish it`, { cause: error });
    const reason = held ? error.message : describe(error, sent);
    // After FATAL the connection is gone, and the next run marks the migration.
    if (held || error.severity === 'ERROR') await session.query(MARK_ROLLED_BACK, [reason]);
    throw new Error(`migration ${name} was rolled back: ${reason}`);
  }
}

function describe({ message, code, position, detail }: DatabaseError, script: string): string {
  const line = position ? `, line ${script.slice(0, Number(position) - 1).split('\n').length}` : '';
  return `${message} (${code}${line})${detail ? ` ${detail}` : ''}`;
}
