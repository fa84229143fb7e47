export {
  type AccountSummary,
  createAccount,
  createTier,
  type Funding,
  findAccount,
  fundWallet,
  getWalletBalance,
  getWebhookUrl,
  type LowAccount,
  listAccounts,
  listLowAccounts,
  listTiers,
  setAccountStatus,
  setAccountTier,
  setTierMarkup,
  setWebhookUrl,
  type TierSummary,
} from './account/account.store';
export { lockAccount, searchAccounts, sumAccounts } from './account/account-search.store';
export { type AttemptRule, consumeAttempt, resetAttempts, undoAttempt } from './user/attempt.store';
export { type Authenticator, type Caller, createAuthenticator } from './api-key/authenticate';
export { createKey, createKeyUpTo } from './api-key/create-key';
export { createLink, linkDigest } from './user/create-link';
export { hasActiveKey, listKeys, revokeKey, revokeOwnKey, type StoredKey } from './api-key/key.store';
export { type EntryFilter, type EntryKind, entryKinds, type ListedEntry, listEntries } from './wallet/ledger.store';
export type { MasterKeys } from './api-key/master-key';
export { hashPassword, passwordFault, verifyPassword } from './user/password';
export { type Rotation, rotateMasterKey, UnreadableKeys } from './api-key/rotate-master-key';
export {
  deleteExpired,
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
  touchSession,
} from './user/session.store';
export {
  disableUser,
  findLink,
  findUser,
  insertUser,
  listAccountUsers,
  listUsers,
  type NewUser,
  recordSignIn,
  redeemLink,
  removeMember,
  removeTwoFactor,
  setMemberRole,
  setPassword,
  type TeamChange,
  type User,
  type UserRole,
} from './user/user.store';
export { assertNever } from './shared/assert-never';
export { type Batcher, createBatcher } from './shared/batcher';
export type { BooksTotals, Finding, FindingRow, FindingValue, Grace } from './wallet/verification/books.store';
export {
  beginVerification,
  endVerification,
  findVerification,
  insertVerification,
  listVerifications,
  touchVerification,
  VERIFICATION_HEARTBEAT_MS,
  type Verification,
  type VerificationDetail,
  type VerificationEnd,
} from './wallet/verification/verification.store';
export { readDrift } from './wallet/verification/drift.store';
export { type BooksReportJson, toBooksReportJson, toJsonValue } from './wallet/verification/books-report-json';
export { type BooksReport, verifyBooks } from './wallet/verification/verify-books';
export {
  type BuyablePlan,
  type CataloguedPlan,
  findBuyablePlan,
  listCatalogue,
  listPlans,
  type PricedPlan,
} from './catalogue/catalogue.store';
export {
  addCatalogueSyncSteps,
  beginCatalogueSync,
  type CatalogueSync,
  type CatalogueSyncCounts,
  type CatalogueSyncStep,
  endCatalogueSync,
  latestCatalogueSync,
} from './catalogue/catalogue-sync.store';
export { distinctVariations } from './catalogue/distinct-variations';
export { createPackageList, type PackageList } from './catalogue/package-list';
export {
  announcePlan,
  type RestoreOutcome,
  restorePlan,
  restorePlanInTransaction,
  retirePlan,
  withdrawPlan,
} from './catalogue/plan.store';
export {
  type ClearOutcome,
  clearPlanPrice,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceRow,
  type PriceBelowCost,
  type PriceOutcome,
  setPlanPrice,
} from './catalogue/price.store';
export { type ServiceSync, type SyncStep, type SyncSummary, syncCatalogue } from './catalogue/sync-catalogue';
export { type Clock, systemClock } from './shared/clock';
export {
  assertDatabaseKeepsPromises,
  type DatabaseFault,
  type Db,
  type DbOrTransaction,
  databaseFault,
  openDatabase,
} from './shared/db';
export { AppError, type ErrorCode, errorCatalog } from './errors/error-catalog';
export { newId } from './shared/ids';
export { type Log, withFields } from './shared/log.port';
export { formatNaira, parseNaira } from './shared/money';
export { dueNotifications } from './notification/notification.store';
export { type NotifyDeps, sendNotification } from './notification/send-notification';
export type { SmsSender } from './notification/sms.port';
export type { BreakerState, Observer } from './shared/observer.port';
export {
  type AuditActor,
  type AuditedAction,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './audit/action.store';
export { withAuditLog } from './audit/with-audit-log';
export {
  type AirtimeNetwork,
  airtimeNetworks,
  type CableProduct,
  cableProducts,
  type Disco,
  discos,
  type MeterType,
  meterTypes,
  type SubscriptionType,
  subscriptionTypes,
} from './catalogue/products';
export { observedProvider } from './provider/observed-provider';
export {
  type DataNetwork,
  type Delivery,
  dataNetworks,
  type Lookup,
  type Meter,
  type MeterDelivery,
  type ProductType,
  type Provider,
  type ProviderLookups,
  type ProviderOrder,
  type ProviderTerms,
  type Rejection,
  type RejectionFault,
  type RequeryOutcome,
  type SendDeadline,
  type SendOutcome,
  type Smartcard,
  type Variation,
} from './provider/provider.port';
export { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './purchase/accept/accept-batcher';
export { type AcceptDeps, type AcceptedPurchase, acceptPurchase, type Order } from './purchase/accept/accept-purchase';
export { ACCEPT_PATIENCE_MS } from './purchase/accept/accept-runner';
export { type Backlog, readBacklog } from './reporting/backlog.store';
export {
  type ClaimDeps,
  type ClaimedPurchase,
  type Claimer,
  claimPurchase,
  createClaimer,
} from './purchase/send/claim-purchase';
export {
  awaitsToken,
  type Decision,
  type DecisionOutcome,
  decidePurchase,
  type Evidence,
} from './purchase/settle/decide-purchase';
export { type FulfilDeps, fulfilPurchase } from './purchase/send/fulfil-purchase';
export { findTokens, redactNumbers } from './shared/redact';
export { withRequestId } from './purchase/with-request-id';
export {
  isFinal,
  legalMoves,
  messages,
  type PurchaseStatus,
  purchaseStates,
  toPublicStatus,
} from './purchase/status';
export {
  type DuePurchase,
  findPurchase,
  findSentPurchase,
  isReferenceUsed,
  listExpiredWindows,
  listPurchasesUnderReview,
  markPending,
  type Purchase,
  type PurchaseState,
  type PurchaseUnderReview,
  readMovedPurchases,
  readPurchaseStates,
  takeDuePurchases,
} from './purchase/purchase.store';
export { countSent, readOpenPurchases, type SentCount, sumAllPurchases } from './reporting/service-totals.store';
export {
  type AccountPurchaseCursor,
  type AccountPurchaseFilter,
  type ListedPurchase,
  listAccountPurchases,
} from './reporting/account-purchases.store';
export {
  type FoundPurchase,
  type PurchaseSearch,
  type SearchCursor,
  type SearchPage,
  searchPurchases,
} from './reporting/purchase-search.store';
export { type PurchaseRecord, readPurchaseRecord } from './reporting/purchase-record.store';
export {
  countAccountOpenPurchases,
  type PurchaseSum,
  sumAccountPurchases,
  type TimeSpan,
  timeSpansUntil,
} from './reporting/account-totals.store';
export {
  assertServerIsKnown,
  noteServer,
  type Quarantine,
  type Quarantined,
  quarantine,
} from './purchase/requery/quarantine.store';
export { type RequeryDeps, requeryPurchase } from './purchase/requery/requery-purchase';
export { createSettler, type SettleDeps, type Settler, settlePurchase } from './purchase/settle/settle-purchase';
export { type RequeryRules, verdictOfNeverSent } from './purchase/settle/verdict';
export {
  type Job,
  jobCatalog,
  type QueueName,
  queueNames,
  readJob,
  storedQueues,
  synchronousProducts,
} from './queue/job-catalog';
export { createSemaphore, type Semaphore } from './shared/semaphore';
export {
  insertResend,
  insertTestEvent,
  type ManualDeliveryRefusal,
  testEventDetails,
} from './webhook/manual-delivery.store';
export type { WebhookPoster } from './webhook/deliver-webhook';
export {
  type DeliveryFilter,
  type DeliveryState,
  deliveryStates,
  findDelivery,
  listDeliveries,
  type StoredDelivery,
} from './reporting/delivery-list.store';
export {
  type DeliveryResult,
  expireSendingEvents,
  insertRequeryEvent,
  listWaitingReceivers,
} from './webhook/event.store';
export { type EventBody, eventBody, eventHash } from './webhook/event-body';
export { eventHeaders } from './webhook/event-headers';
export { isPrivateHost, isPublicAddress, webhookUrlFault } from './webhook/public-url';
export { createWebhookScheduler, type SchedulerDeps, type WebhookScheduler } from './webhook/webhook-scheduler';
