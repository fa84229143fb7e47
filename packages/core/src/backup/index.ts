export { type RestoredCopy, readRestoredCopy, recordBackup } from './backup.store';
export { recordMadeBackup, recordVerifiedBackup } from './record-backup';
