export { type GuardedProvider, type GuardOptions, guardProvider } from './breaker/guard-provider';
export {
  createGuardedProvider,
  createObservedProvider,
  createProvider,
  type ProviderSettings,
  providerFacts,
} from './create-provider';
export { type Callback, readCallback } from './vtpass/requery/read-callback';
export { mintRef } from './vtpass/send/pay-request';
export { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
