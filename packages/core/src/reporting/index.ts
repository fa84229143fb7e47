export {
  type AccountPurchaseFilter,
  type BoughtService,
  type ClientPurchase,
  type ListedPurchase,
  listAccountPurchases,
  listBoughtServices,
  listClientPurchases,
  type PurchaseCursor,
} from './account-purchases.store';
export { type FoundPage, type SearchCursor, searchAccountPurchases } from './account-search.store';
export * from './account-totals.store';
export {
  type ChangePlace,
  FIRST_PLACE,
  haveChanged,
  lastPlace,
  listChanges,
  type PurchaseChange,
} from './changes.store';
export {
  type DeliveryState,
  deliveryStates,
  findDelivery,
  type HttpClass,
  httpClasses,
  listDeliveries,
  type StoredDelivery,
} from './delivery-list.store';
export { readBacklog, readRegularChecks, readServerLags } from './health.store';
export * from './ledger.store';
export { MARGIN_DAYS, marginColumns, purchaseMarginColumns, readMargins, totalOf } from './margin';
export * from './margin.store';
export * from './purchase-record.store';
export * from './purchase-search.store';
export type { ServiceReport, ServiceSum } from './records';
export { percentilesMs } from './sales/latency';
export { type AccountSales, type Sales, sumSales } from './sales/sales.store';
export { isBelowUsual, type Outcomes, successRate } from './sales/usual-rate';
export { freezeServiceDay, readServiceDay, type ServiceDay } from './service/service-day.store';
export { begunDays, readServiceReport, serviceColumns } from './service/service-report';
export {
  BURN_HOURS,
  type Burn,
  countSent,
  readBurn,
  readOpenPurchases,
  type SentCount,
} from './service-totals.store';
