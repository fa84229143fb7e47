export {
  type AccountSummary,
  createAccount,
  createTier,
  type Funding,
  findAccount,
  fundWallet,
  listAccounts,
  listTiers,
  setAccountStatus,
  setWebhookUrl,
  type TierSummary,
  walletBalance,
  webhookUrlOf,
} from './access/account.store';
export { type Authenticate, type Caller, createAuthenticate } from './access/authenticate';
export { createKey } from './access/create-key';
export { listKeys, revokeKey, type StoredKey } from './access/key.store';
export { assertNever } from './assert-never';
export { type Batcher, createBatcher } from './batch';
export type { AuditRow, AuditValue, BooksTotals, Finding, Grace } from './books/books.store';
export { type BooksReport, verifyBooks } from './books/verify-books';
export { type Clock, systemClock } from './clock';
export { assertDatabaseKeepsPromises, type DatabaseFault, type Db, databaseFault, openDatabase } from './db';
export { AppError, type ErrorCode, errorCatalog } from './errors/error-catalog';
export { newId } from './ids';
export type { Log } from './log.port';
export { formatNaira, parseNaira } from './money';
export type {
  Delivery,
  ProductType,
  Provider,
  ProviderOrder,
  Refusal,
  RefusalFault,
  RequeryOutcome,
  SendDeadline,
  SendOutcome,
} from './provider/provider.port';
export { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './purchase/accept-batcher';
export { type AcceptDeps, type AcceptedPurchase, acceptPurchase, type Order } from './purchase/accept-purchase';
export { type ClaimDeps, type ClaimedPurchase, type Claimer, claimPurchase, createClaimer } from './purchase/claim-purchase';
export { type Decision, type DecisionOutcome, decidePurchase } from './purchase/decide-purchase';
export { type FulfilDeps, fulfilPurchase } from './purchase/fulfil-purchase';
export { isFinal, legalMoves, messages, type PurchaseStatus, toldStatus } from './purchase/purchase.machine';
export {
  type DuePurchase,
  findPurchase,
  type Purchase,
  type PurchaseState,
  type PurchaseUnderReview,
  purchaseStatesOf,
  purchasesUnderReview,
  takeDuePurchases,
  tellPending,
  unansweredPurchases,
} from './purchase/purchase.store';
export { type PurchaseRecord, readPurchaseRecord } from './purchase/purchase-record.store';
export { type RequeryDeps, requeryPurchase } from './purchase/requery-purchase';
export { createSettler, type SettleDeps, type Settler, settlePurchase } from './purchase/settle-purchase';
export { type RequeryRules, verdictOfNeverSent } from './purchase/verdict';
export { jobCatalog, jobId, type QueueName } from './queue/job-catalog';
export { createSlots, type Slots } from './slots';
export { type DeliverDeps, deliverWebhook, type WebhookPoster } from './webhook/deliver-webhook';
export { type DeliveryResult, expireSending, insertRequeryEvent, queuedEvents } from './webhook/event.store';
export { type EventBody, eventHash } from './webhook/event-body';
export { isPublicAddress, webhookUrlFault } from './webhook/public-url';
