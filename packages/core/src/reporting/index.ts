export {
  type AccountPurchaseFilter,
  type ClientPurchase,
  listAccountPurchases,
  listClientPurchases,
} from './account-purchases.store';
export { searchAccountPurchases } from './account-search.store';
export { countAccountOpenPurchases, type PurchaseSum, sumAccountPurchases } from './account-totals.store';
export { type Backlog, readBacklog } from './backlog.store';
export { readRegularChecks } from './checks.store';
export {
  type DeliveryState,
  deliveryStates,
  findDelivery,
  type HttpClass,
  httpClasses,
  listDeliveries,
  type StoredDelivery,
} from './delivery-list.store';
export { type EntryFilter, type EntryKind, entryKinds, type ListedEntry, listEntries } from './ledger-list.store';
export type { ListedPurchase, PurchaseCursor } from './listed-purchase.store';
export { MARGIN_DAYS, marginColumns, purchaseMarginColumns, readMargins, totalOf } from './margin';
export {
  listMargins,
  type MarginFilter,
  type MarginGroup,
  type MarginSum,
  marginGroups,
  type PurchaseMargin,
  sumMargins,
} from './margin.store';
export { listEntriesInOrder, sumWallet, type WalletSums } from './monthly-statement.store';
export {
  listPurchaseCandidates,
  type PurchaseCandidate,
  type PurchaseRecord,
  readPurchaseRecord,
} from './purchase-record.store';
export {
  type FoundPurchase,
  type PurchaseSearch,
  type SearchedStatus,
  searchedStatuses,
  searchPurchases,
  statusesOf,
} from './purchase-search.store';
export { listPurchasesUnderReview } from './review-list.store';
export { sumAccountSales } from './sales/account-sales.store';
export { percentilesMs } from './sales/latency';
export { type AccountSales, type Sales, sumSales } from './sales/sales.store';
export { isBelowUsual, type Outcomes, successRate } from './sales/usual-rate';
export type { FoundPage, SearchCursor } from './search-by-part';
export { readServerLags, type ServerLag } from './server-lags.store';
export {
  BURN_HOURS,
  type Burn,
  countSent,
  readBurn,
  readOpenPurchases,
  type SentCount,
} from './service-totals.store';
