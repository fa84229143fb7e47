export { adjustAccount, fundAccount } from './change-wallet';
export { fundingReferenceFault } from './funding-reference';
export { listLowAccounts } from './low-accounts.store';
export { readDrift } from './verification/books.store';
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
export { type BooksReport, graceOfCopy, toBooksReportJson, verifyBooks } from './verification/verify-books';
export { beginVerification, keepVerification } from './verification/verify-by-hand';
export { getWallet, getWalletBalance, type WrittenEntry } from './wallet.store';
