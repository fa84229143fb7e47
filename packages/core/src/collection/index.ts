export { type ImportedBankFile, importBankFile } from './bank-file';
export { changeCollections, dismissTransfer, readCollectionRule } from './change-collections';
export type { CollectionRule } from './collection-actions';
export { COLLECTIONS, type ComparedDay, compareDays, databaseTime, listComparedDays } from './compare-days';
export { confirmTransfer } from './confirm-transfer';
export { followNotices } from './follow-notices';
export { askForSweep, type FundingAccount, findFundingAccount, listFundingAccounts } from './funding-account.store';
export { noteTransfers } from './notice.store';
export { openFundingAccount } from './open-funding-account';
export {
  type CollectedTransfer,
  type CollectionState,
  collectionStates,
  type TransferReason,
  type TransferState,
  transferReasons,
  transferStates,
} from './records';
export { sweepAccounts } from './sweep-accounts';
export { type CollectionTotals, listTransfers, sumTransfers } from './transfer.store';
