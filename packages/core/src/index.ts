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
} from './access/account.store';
export { lockAccount, searchAccounts, sumAccounts } from './access/account-page.store';
export { type AttemptRule, consumeAttempt, resetAttempts, undoAttempt } from './access/attempt.store';
export { type Authenticator, type Caller, createAuthenticator } from './access/authenticate';
export { createKey, createKeyUpTo } from './access/create-key';
export { createLink, linkDigest } from './access/create-link';
export { hasActiveKey, listKeys, revokeKey, revokeOwnKey, type StoredKey } from './access/key.store';
export { type EntryFilter, type EntryKind, entryKinds, type ListedEntry, listEntries } from './access/ledger.store';
export type { MasterKeys } from './access/master-key';
export { hashPassword, passwordFault, verifyPassword } from './access/password';
export { type Rotation, rotateMasterKey, UnreadableKeys } from './access/rotate-master-key';
export {
  deleteExpired,
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
  touchSession,
} from './access/session.store';
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
} from './access/user.store';
export { assertNever } from './assert-never';
export { type Batcher, createBatcher } from './batch';
export type { BooksTotals, Finding, FindingRow, FindingValue, Grace } from './books/books.store';
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
} from './books/books-check.store';
export { readDrift } from './books/drift.store';
export { type BooksReportJson, toBooksReportJson, toJsonValue } from './books/told-books';
export { type BooksReport, verifyBooks } from './books/verify-books';
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
export { type Clock, systemClock } from './clock';
export {
  assertDatabaseKeepsPromises,
  type DatabaseFault,
  type Db,
  type DbOrTransaction,
  databaseFault,
  openDatabase,
} from './db';
export { AppError, type ErrorCode, errorCatalog } from './errors/error-catalog';
export { newId } from './ids';
export { type Log, withFields } from './log.port';
export { formatNaira, parseNaira } from './money';
export { dueNotifications } from './notification/notification.store';
export { type NotifyDeps, sendNotification } from './notification/send-notification';
export type { SmsSender } from './notification/sms.port';
export type { BreakerState, Observer } from './observer.port';
export {
  type AuditActor,
  type AuditedAction,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './operator/action.store';
export { withAuditLog } from './operator/recorded';
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
} from './products';
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
export { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './purchase/accept-batcher';
export { type AcceptDeps, type AcceptedPurchase, acceptPurchase, type Order } from './purchase/accept-purchase';
export { ACCEPT_PATIENCE_MS } from './purchase/accept-runner';
export { type Backlog, readBacklog } from './purchase/backlog.store';
export {
  type ClaimDeps,
  type ClaimedPurchase,
  type Claimer,
  claimPurchase,
  createClaimer,
} from './purchase/claim-purchase';
export {
  awaitsToken,
  type Decision,
  type DecisionOutcome,
  decidePurchase,
  type Evidence,
} from './purchase/decide-purchase';
export { type FulfilDeps, fulfilPurchase } from './purchase/fulfil-purchase';
export { findTokens, redactNumbers } from './purchase/hide-numbers';
export { withRequestId } from './purchase/of-request';
export {
  isFinal,
  legalMoves,
  messages,
  type PurchaseStatus,
  purchaseStates,
  toPublicStatus,
} from './purchase/purchase.machine';
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
export { countSent, readOpenPurchases, type SentCount, sumAllPurchases } from './purchase/purchase-figures.store';
export {
  type AccountPurchaseCursor,
  type AccountPurchaseFilter,
  type ListedPurchase,
  listAccountPurchases,
} from './purchase/purchase-list.store';
export {
  type FoundPurchase,
  type PurchaseSearch,
  type SearchCursor,
  type SearchPage,
  searchPurchases,
} from './purchase/purchase-page.store';
export { type PurchaseRecord, readPurchaseRecord } from './purchase/purchase-record.store';
export {
  countAccountOpenPurchases,
  type PurchaseSum,
  sumAccountPurchases,
  type TimeSpan,
  timeSpansUntil,
} from './purchase/purchase-sums.store';
export {
  assertServerIsKnown,
  noteServer,
  type Quarantine,
  type Quarantined,
  quarantine,
} from './purchase/quarantine.store';
export { type RequeryDeps, requeryPurchase } from './purchase/requery-purchase';
export { createSettler, type SettleDeps, type Settler, settlePurchase } from './purchase/settle-purchase';
export { type RequeryRules, verdictOfNeverSent } from './purchase/verdict';
export {
  type Job,
  jobCatalog,
  type QueueName,
  queueNames,
  readJob,
  storedQueues,
  synchronousProducts,
} from './queue/job-catalog';
export { createSemaphore, type Semaphore } from './slots';
export {
  insertResend,
  insertTestEvent,
  type ManualDeliveryRefusal,
  testEventDetails,
} from './webhook/asked-event.store';
export type { WebhookPoster } from './webhook/deliver-webhook';
export {
  type DeliveryFilter,
  type DeliveryState,
  deliveryStates,
  findDelivery,
  listDeliveries,
  type StoredDelivery,
} from './webhook/delivery.store';
export {
  type DeliveryResult,
  expireSendingEvents,
  insertRequeryEvent,
  listWaitingReceivers,
} from './webhook/event.store';
export { type EventBody, eventBody, eventHash } from './webhook/event-body';
export { eventHeaders } from './webhook/event-headers';
export { isPrivateHost, isPublicAddress, webhookUrlFault } from './webhook/public-url';
export { createWebhookScheduler, type SchedulerDeps, type WebhookScheduler } from './webhook/webhook-lanes';
