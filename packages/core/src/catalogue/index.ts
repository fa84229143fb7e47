export {
  type BuyablePlan,
  type CataloguedPlan,
  findBuyablePlan,
  listCatalogue,
  listPlans,
  type PricedPlan,
} from './catalogue.store';
export {
  addCatalogueSyncSteps,
  beginCatalogueSync,
  type CatalogueSync,
  type CatalogueSyncCounts,
  type CatalogueSyncStep,
  endCatalogueSync,
  latestCatalogueSync,
} from './catalogue-sync.store';
export { distinctVariations } from './distinct-variations';
export { createPackageList, type PackageList } from './package-list';
export {
  announcePlan,
  type RestoreOutcome,
  restorePlan,
  retirePlan,
  withdrawPlan,
} from './plan.store';
export {
  type ClearOutcome,
  clearPlanPrice,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceRow,
  type PriceBelowCost,
  type PriceOutcome,
  setPlanPrice,
} from './price.store';
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
export { type ServiceSync, type SyncStep, type SyncSummary, syncCatalogue } from './sync-catalogue';
