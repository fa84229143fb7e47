export type { Mode } from '../account/mode';
export {
  type BreakerReason,
  type BreakerStatus,
  type Breakers,
  breakerReasons,
  type GatedOrder,
  LOOKUPS,
  type ProviderGate,
  type Stop,
  type Switch,
  WHOLE_PROVIDER,
} from './breakers.port';
export { closeByHand, openByHand, type ProviderFacts, type SwitchOutcome, servicesOf } from './close-by-hand';
export { observedProvider } from './observed-provider';
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
  productTypes,
  type Rejection,
  type RejectionFault,
  type RequeryOutcome,
  type SendDeadline,
  type SendOutcome,
  SIMULATOR,
  type Smartcard,
  type Variation,
} from './provider.port';
export { askSimulatedOrder, insertSimulatedOrder } from './simulated-order.store';
export {
  deleteSwitch,
  insertSwitch,
  listReportedBreakers,
  listSwitches,
  type NewSwitch,
  type ReportedBreaker,
  reportBreakers,
} from './switch.store';
export { type SwitchWatch, watchSwitches } from './watch-switches';
