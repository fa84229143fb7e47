import type { NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { recordBackup } from './backup.store';

/** What was done with the backups of the database server that pgBackRest calls `stanza`. */
const backupActions = {
  /** `bytes`: of the whole database. */
  made: (stanza: string, made: { label: string; type: string; bytes: number; seconds: number }): NewAction => ({
    action: 'backup.run',
    subject: stanza,
    subjectId: made.label,
    details: { type: made.type, bytes: String(made.bytes), seconds: made.seconds.toFixed(1) },
  }),
  /** A restore that was tried. `label` null: no backup was found. */
  verified: (
    stanza: string,
    tried: { label: string | null; sound: boolean; newestPurchaseAt: Date | null },
  ): NewAction => ({
    action: 'backup.verify',
    subject: stanza,
    ...(tried.label !== null && { subjectId: tried.label }),
    after: { sound: tried.sound, newest_purchase: tried.newestPurchaseAt?.toISOString() ?? null },
  }),
};

/** Records a backup that was made: for the alerts, and in the audit log. */
export const recordMadeBackup = (
  db: Db,
  by: By,
  stanza: string,
  made: Parameters<typeof backupActions.made>[1],
): Promise<void> =>
  withAuditLog(db, by, async (tx) => {
    await recordBackup(tx, { task: 'run', sound: true });
    return { result: undefined, action: backupActions.made(stanza, made) };
  });

/** Records that a restore was tried. */
export const recordVerifiedBackup = (
  db: Db,
  by: By,
  stanza: string,
  tried: Parameters<typeof backupActions.verified>[1],
): Promise<void> =>
  withAuditLog(db, by, async (tx) => {
    await recordBackup(tx, { task: 'verify', sound: tried.sound });
    return { result: undefined, action: backupActions.verified(stanza, tried) };
  });
