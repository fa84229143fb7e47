import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { recordBackup } from './backup.store';

// `stanza`: how pgBackRest calls the database server.

/** `bytes`: of the whole database. */
type Made = { label: string; type: string; bytes: number; seconds: number };

/** Records a backup that was made: for the alerts, and in the audit log. */
export const recordMadeBackup = (db: Db, by: By, stanza: string, { label, type, bytes, seconds }: Made) =>
  withAuditLog(db, by, async (tx) => {
    await recordBackup(tx, { task: 'run', sound: true });
    const details = { type, bytes: String(bytes), seconds: seconds.toFixed(1) };
    return { result: undefined, action: { action: 'backup.run', subject: stanza, subjectId: label, details } };
  });

/** `label` null: no backup was found. */
type Tried = { label: string | null; sound: boolean; newestPurchaseAt: Date | null };

/** Records that a restore was tried. */
export const recordVerifiedBackup = (db: Db, by: By, stanza: string, { label, sound, newestPurchaseAt }: Tried) =>
  withAuditLog(db, by, async (tx) => {
    await recordBackup(tx, { task: 'verify', sound });
    const after = { sound, newest_purchase: newestPurchaseAt?.toISOString() ?? null };
    const action = { action: 'backup.verify', subject: stanza, ...(label !== null && { subjectId: label }), after };
    return { result: undefined, action };
  });
