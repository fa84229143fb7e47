export type { Mode } from '../account/mode';
export {
  type BreakerReason,
  type BreakerStatus,
  type Breakers,
  FOREIGN_REFERENCE,
  type GatedOrder,
  isWholeStop,
  LOOKUPS,
  type ProviderGate,
  type Stop,
  type Switch,
  WHOLE_PROVIDER,
} from './breakers.port';
export { catalogueOwner, usesOurWords } from './catalogue-owner';
export {
  type Closable,
  closablesOf,
  closeByHand,
  openByHand,
  type ProviderFacts,
} from './close-by-hand';
export { closeUntrusted } from './close-untrusted';
export type {
  Collector,
  FundingBank,
  ListedTransfer,
  NewFundingAccount,
  Notice,
  Opening,
  Transfer,
  TransferPage,
} from './collector.port';
export { readFloats, writeFloat } from './float.store';
export { hoursLeft } from './hours-left';
export { type ClientLookups, limitLookups } from './limit-lookups';
export { observedProvider } from './observed-provider';
export {
  type DeclaredProfile,
  type Delivery,
  type Goods,
  type ListedProduct,
  type Lookup,
  type Meter,
  NO_GOODS,
  type Profile,
  type Provider,
  type ProviderCatalogue,
  type ProviderLookups,
  type ProviderOrder,
  type ProviderProfile,
  type ProviderStatements,
  type ProviderTerms,
  type Rejection,
  type RejectionFault,
  type RequeryOutcome,
  type SendDeadline,
  type SendOutcome,
  SIMULATOR,
  type Smartcard,
  type StatementRow,
  type Variation,
} from './provider.port';
export { type RejectionReason, rejectionReasonIn, rejectionReasons } from './rejection-reasons';
export { askSimulatedOrder, insertSimulatedOrder } from './simulated-order.store';
export { insertSwitch, listReportedBreakers, listSwitches, type ReportedBreaker, reportBreakers } from './switch.store';
export { watchSwitches } from './watch-switches';
