export { adjustAccount } from './adjust-account';
export { fundAccount } from './fund-account';
export { fundingReferenceFault } from './funding-reference';
export { listLowAccounts } from './low-accounts.store';
export { toBooksReportJson } from './verification/books-report-json';
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
  type VerificationEnd,
} from './verification/verification.store';
export { type BooksReport, graceOfCopy, verifyBooks } from './verification/verify-books';
export { beginVerification, keepVerification } from './verification/verify-by-hand';
export {
  type AccountAdjustment,
  type AccountFunding,
  adjustWallet,
  fundWallet,
  getWallet,
  getWalletBalance,
  type WrittenEntry,
} from './wallet.store';
