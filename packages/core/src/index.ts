export {
  type AccountSummary,
  createAccount,
  createTier,
  type Funding,
  findAccount,
  fundWallet,
  type LowAccount,
  listAccounts,
  listTiers,
  lowAccounts,
  setAccountStatus,
  setAccountTier,
  setTierMarkup,
  setWebhookUrl,
  type TierSummary,
  walletBalance,
  webhookUrlOf,
} from './access/account.store';
export { holdAccount, pageOfAccounts, sumAccounts } from './access/account-page.store';
export { type AttemptRule, forgiveAttempts, returnAttempt, takeAttempt } from './access/attempt.store';
export { type Authenticator, type Caller, createAuthenticator } from './access/authenticate';
export { createKey, createKeyWithin } from './access/create-key';
export { createLink, linkDigest } from './access/create-link';
export { hasActiveKey, listKeys, revokeKey, revokeOwnKey, type StoredKey } from './access/key.store';
export { type EntryFilter, type EntryKind, entryKinds, type ListedEntry, listEntries } from './access/ledger.store';
export type { MasterKeys } from './access/master-key';
export { hashPassword, passwordFault, verifyPassword } from './access/password';
export { type Rotation, rotateMasterKey, UnreadableKeys } from './access/rotate-master-key';
export {
  endOtherSessions,
  endSession,
  forgetExpired,
  noteSeen,
  type Session,
  sessionsOf,
} from './access/session.store';
export {
  disableUser,
  dropTwoFactor,
  findLink,
  findUser,
  insertUser,
  listUsers,
  type NewUser,
  noteSignIn,
  redeemLink,
  removeMember,
  setMemberRole,
  setPassword,
  type TeamChange,
  type User,
  type UserRole,
  usersOfAccount,
} from './access/user.store';
export { assertNever } from './assert-never';
export { type Batcher, createBatcher } from './batch';
export type { AuditRow, AuditValue, BooksTotals, Finding, Grace } from './books/books.store';
export {
  type BooksCheck,
  type BooksCheckInFull,
  type BooksEnd,
  beginBooksCheck,
  endBooksCheck,
  findBooksCheck,
  insertBooksCheck,
  listBooksChecks,
  SEEN_EVERY_MS,
  seeBooksCheck,
} from './books/books-check.store';
export { readDrift } from './books/drift.store';
export { type ToldBooks, toldBooks, toldValue } from './books/told-books';
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
  restorePlanWithin,
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
  actionsOfPurchase,
  insertAction,
  listActions,
  type NewAction,
  type Operator,
  type RecordedAction,
} from './operator/action.store';
export { recorded } from './operator/recorded';
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
  type Refusal,
  type RefusalFault,
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
export { hideNumbers, tokensIn } from './purchase/hide-numbers';
export { ofRequest } from './purchase/of-request';
export {
  isFinal,
  legalMoves,
  messages,
  type PurchaseStatus,
  purchaseStates,
  toldStatus,
} from './purchase/purchase.machine';
export {
  type DuePurchase,
  findPurchase,
  findSentPurchase,
  isReferenceUsed,
  movedPurchases,
  type Purchase,
  type PurchaseState,
  type PurchaseUnderReview,
  purchaseStatesOf,
  purchasesUnderReview,
  takeDuePurchases,
  tellPending,
  unansweredPurchases,
} from './purchase/purchase.store';
export { countSent, readOpen, type SentCount, sumAllPurchases } from './purchase/purchase-figures.store';
export {
  type ListedPurchase,
  listPurchases,
  type PurchaseFilter,
  type PurchasePlace,
} from './purchase/purchase-list.store';
export {
  type PagedPurchase,
  type PageFilter,
  type PagePlace,
  type PurchasesPage,
  pageOfPurchases,
} from './purchase/purchase-page.store';
export { type PurchaseRecord, readPurchaseRecord } from './purchase/purchase-record.store';
export {
  countOpenPurchases,
  type PurchaseSum,
  type Span,
  spansUntil,
  sumPurchases,
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
export { createSlots, type Slots } from './slots';
export { insertResend, insertTestEvent, type NotAsked, testEventDetails } from './webhook/asked-event.store';
export type { WebhookPoster } from './webhook/deliver-webhook';
export {
  type DeliveryFilter,
  type DeliveryState,
  deliveryStates,
  findDelivery,
  listDeliveries,
  type StoredDelivery,
} from './webhook/delivery.store';
export { type DeliveryResult, expireSending, insertRequeryEvent, waitingReceivers } from './webhook/event.store';
export { type EventBody, eventBody, eventHash } from './webhook/event-body';
export { eventHeaders } from './webhook/event-headers';
export { isPrivateHost, isPublicAddress, webhookUrlFault } from './webhook/public-url';
export { createWebhookLanes, type LaneDeps, type WebhookLanes } from './webhook/webhook-lanes';
