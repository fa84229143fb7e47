export {
  type BuyablePlan,
  type CataloguedPlan,
  findBuyablePlan,
  listCatalogue,
  listPlans,
  type PricedPlan,
} from './catalogue.store';
export {
  askForCatalogueSync,
  beginCatalogueSync,
  beginDueCatalogueSync,
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
export { doubtfulCosts, runCatalogueSync, type SyncEnd } from './run-catalogue-sync';
export {
  countStoppedPlans,
  type Loss,
  listPlanStops,
  type MarginHealth,
  type NewStop,
  type PlanStop,
  type ResumeOutcome,
  readMarginHealth,
  resumePlan,
  type StopReason,
  setDailyLossCap,
  takeNewLosses,
  takeNewStops,
} from './stop.store';
export { type ServiceSync, type SyncStep, type SyncSummary, syncCatalogue } from './sync-catalogue';
