export { type ImportedBankFile, importBankFile } from './bank-file';
export { changeCollections, dismissTransfer, readCollectionRule } from './change-collections';
export type { CollectionRule } from './collection-actions';
export { COLLECTIONS, compareDays, databaseTime, listComparedDays } from './compare-days';
export { type ConfirmedMatched, confirmMatched, confirmTransfer, type Matched, sumMatched } from './confirm-transfer';
export { followNotices } from './follow-notices';
export { askForSweep, type FundingAccount, findFundingAccount, listFundingAccounts } from './funding-account.store';
export { noteTransfers } from './notice.store';
export { openFundingAccount } from './open-funding-account';
export {
  type CollectedTransfer,
  type CollectionState,
  type CollectionTotals,
  type ComparedDay,
  collectionStates,
  type TransferReason,
  type TransferState,
  transferReasons,
  transferStates,
} from './records';
export { sweepAccounts } from './sweep-accounts';
export { type FoundSince, listTransfers, sumFoundSince, sumTransfers } from './transfer.store';
