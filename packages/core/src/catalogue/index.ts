export {
  type BuyablePlan,
  type CataloguedPlan,
  findBuyablePlan,
  findPlanProduct,
  listCatalogue,
  listPlans,
  type PricedPlan,
  searchPlans,
} from './catalogue.store';
export {
  askForCatalogueSync,
  beginDueCatalogueSync,
  type CatalogueSync,
  endCatalogueSync,
  latestCatalogueSync,
} from './catalogue-sync.store';
export * from './change-discounts';
export * from './change-plans';
export * from './change-prices';
export {
  chargeOf,
  type Discount,
  type DiscountKey,
  discountToJson,
  listDiscounts,
  parseDiscount,
  readDiscountsOf,
} from './discount.store';
export { acceptAllProposals, changeMappings, type NamedMapping } from './mapping/decide-mappings';
export { readMappings } from './mapping/mapping.store';
export { type OurProduct, ourText } from './mapping/match-products';
export { type HeldProducts, listHeldProducts, type OfProvider } from './mapping/provider-product.store';
export { type CatalogueMap, type MappedPair, readCatalogueMap } from './mapping/read-catalogue-map';
export { describeName } from './mapping/read-product-name';
export type { CatalogueSource } from './mapping/sync-products';
export { createPackageList, type PackageList } from './package-list';
export { planNumbers } from './parse-plan-name';
export { listOwnPrices, type OwnPrice, type OwnPriceRow, type PriceBelowCost } from './price.store';
export { effectToJson, type PriceEffect } from './price-effect';
export * from './run-catalogue-sync';
export {
  type CatalogueAge,
  type HoldReason,
  type Loss,
  listSalesHolds,
  type NewHold,
  readCatalogueAge,
  readMarginHealth,
  type SalesHold,
  setDailyLossCap,
  takeNewHolds,
  takeNewLosses,
} from './sales-hold.store';
export { addUp, noteSalesDays, type ServiceSales, sumMonth, type TierSales } from './service-sales.store';
export { doubtfulCosts, productFaults, productText, type SyncEnd, syncCatalogue } from './sync-catalogue';
export type { ServiceSync, SyncStep, SyncSummary } from './sync-lists';
