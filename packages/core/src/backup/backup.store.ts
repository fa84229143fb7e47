import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';

/**
 * A server that was restored from a backup. `newestCommitAt`: null when recovery has read no log beyond the backup.
 * `endOfLog`: the segment of the log in which it ended, without its timeline: 16 digits.
 */
export type RestoredCopy = {
  readAt: Date;
  newestPurchaseAt: Date | null;
  newestCommitAt: Date | null;
  endOfLog: string | null;
};

export async function readRestoredCopy(db: Db): Promise<RestoredCopy> {
  const rows = await db.$queryRaw<RestoredCopy[]>(sql`
    SELECT clock_timestamp() AS "readAt",
           (SELECT created_at FROM purchase ORDER BY id DESC LIMIT 1) AS "newestPurchaseAt",
           pg_last_xact_replay_timestamp() AS "newestCommitAt",
           right(pg_walfile_name(pg_last_wal_replay_lsn()), 16) AS "endOfLog"`);
  return onlyRow(rows);
}

type Task = { task: 'run' | 'verify'; sound: boolean };

/** Records that a backup was made (`run`), or restored beside the live server (`verify`) and found `sound` or not. */
export async function recordBackup(tx: DbOrTransaction, { task, sound }: Task): Promise<void> {
  await tx.$executeRaw(sql`
    INSERT INTO last_backup (task, sound) VALUES (${task}, ${sound})
    ON CONFLICT (task) DO UPDATE SET at = clock_timestamp(), sound = excluded.sound`);
}
