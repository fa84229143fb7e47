export { type AccountAdjustment, adjustAccount } from './adjust-account';
export { type AccountFunding, fundAccount } from './fund-account';
export { fundingReferenceFault } from './funding-reference';
export { type LowAccount, listLowAccounts } from './low-accounts.store';
export type { BooksTotals, Finding, FindingRow, FindingValue, Grace } from './verification/books.store';
export { type BooksReportJson, toBooksReportJson, toJsonValue } from './verification/books-report-json';
export { readDrift } from './verification/drift.store';
export {
  endVerification,
  findVerification,
  insertVerification,
  latestResult,
  listVerifications,
  touchVerification,
  VERIFICATION_HEARTBEAT_MS,
  type Verification,
  type VerificationDetail,
  type VerificationEnd,
  type VerificationFilter,
} from './verification/verification.store';
export { type BooksReport, graceOfCopy, verifyBooks } from './verification/verify-books';
export { beginVerification, keepVerification } from './verification/verify-by-hand';
export {
  type AdjustmentOutcome,
  adjustWallet,
  type FundingOutcome,
  fundWallet,
  getWallet,
  getWalletBalance,
  type WrittenEntry,
} from './wallet.store';
