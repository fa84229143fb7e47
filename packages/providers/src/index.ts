export { type GuardedProvider, type GuardOptions, guardProvider } from './breaker/guard-provider';
export {
  createGuardedProvider,
  createObservedProvider,
  createProvider,
  type ProviderSettings,
  providerFacts,
} from './create-provider';
export { createServingProvider, type Registry } from './serving';
export { createSimulatedLookups } from './simulator/lookups';
export { createSimulator } from './simulator/simulator';
export { type Callback, readCallback } from './vtpass/requery/read-callback';
export { mintRef } from './vtpass/send/pay-request';
export { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
