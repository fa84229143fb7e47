import { LOCK_MS } from './lock-wait';
import type { Say, Session } from './session';

type Ahead = {
  /** An index that the migration would build under a lock: its name, and what creates it. */
  index?: { name: string; on: string };
  /** Scripts that hold a lock for a moment only. Each is sent by `send`, as a migration is. */
  scripts?: string[];
  /** What takes back of the scripts what must not stay without the migration. */
  undo?: string;
};

/** The end of the first partition of the history: a month end that is 59 days ahead or more, and after every row. */
const END_OF_FIRST_PARTITION = `
  DO $$
  DECLARE
    v_end text;
  BEGIN
    IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'purchase_history_first_end') THEN
      ALTER TABLE purchase_history DROP CONSTRAINT purchase_history_first_end;
    END IF;
    SELECT rpad(lpad(to_hex((extract(epoch FROM (date_trunc('month', greatest(
             clock_timestamp() + interval '2 months',
             to_timestamp(('x' || left(replace(max(newest.id), '-', ''), 12))::bit(48)::bigint / 1000)
           ) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0'), 32, '0')::uuid
      INTO v_end
      FROM (SELECT purchase_id::text AS id FROM purchase_history ORDER BY purchase_id DESC LIMIT 1) newest;
    EXECUTE format('ALTER TABLE purchase_history ADD CONSTRAINT purchase_history_first_end
                    CHECK (purchase_id < %L::uuid) NOT VALID', v_end);
  END $$`;

/** By migration: what is done before it, in many short locks or none, so that it holds its own for milliseconds. */
const AHEAD: Record<string, Ahead> = {
  '20261129110000_webhook_resends': {
    index: {
      name: 'webhook_event_undelivered',
      on: `INDEX CONCURRENTLY webhook_event_undelivered ON webhook_event (account_id, finished_at, seq)
             WHERE state = 'undelivered'`,
    },
  },
  '20261126030000_reconciliation': {
    index: {
      name: 'purchase_history_reversed',
      on: `INDEX CONCURRENTLY purchase_history_reversed ON purchase_history (at)
             WHERE from_status = 'success' AND to_status = 'refunded'`,
    },
  },
  '20261127060000_history_partitions': {
    index: {
      name: 'purchase_history_first_pkey',
      on: 'UNIQUE INDEX CONCURRENTLY purchase_history_first_pkey ON purchase_history (purchase_id, id)',
    },
    scripts: [END_OF_FIRST_PARTITION, 'ALTER TABLE purchase_history VALIDATE CONSTRAINT purchase_history_first_end'],
    // after its month end it would decline every purchase
    undo: 'ALTER TABLE purchase_history DROP CONSTRAINT IF EXISTS purchase_history_first_end',
  },
};

/**
 * Does what a migration needs and a large table takes long for, before it and outside its transaction. Purchases go on:
 * an index is built concurrently, and rows are checked under a lock that stops no write. Nothing for most migrations.
 * Can be repeated after it broke off. `send` sends a script that is one transaction and waits for locks as a migration
 * does. When the migration fails after it, call `undoAhead`.
 */
export async function buildAhead(
  session: Session,
  migration: string,
  send: (script: string) => Promise<unknown>,
  say: Say,
): Promise<void> {
  const { index, scripts = [] } = AHEAD[migration] ?? {};
  if (index !== undefined && !(await isValid(session, index.name))) {
    // one that broke off is left behind invalid
    await session.query(`DROP INDEX CONCURRENTLY IF EXISTS public."${index.name}"`);
    await session.query(`CREATE ${index.on}`);
    say(`built ${index.name} before ${migration}`);
  }
  for (const script of scripts) await send(withLockTimeout(script));
}

/** Takes back what must not stay when the migration was not applied. An index stays, for the next time. */
export async function undoAhead(migration: string, send: (script: string) => Promise<unknown>): Promise<void> {
  const undo = AHEAD[migration]?.undo;
  if (undo !== undefined) await send(withLockTimeout(undo));
}

const withLockTimeout = (script: string): string => `SET LOCAL lock_timeout = ${LOCK_MS}; ${script};`;

async function isValid(session: Session, index: string): Promise<boolean> {
  const { rows } = await session.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    `public.${index}`,
  ]);
  return rows[0]?.indisvalid ?? false;
}
