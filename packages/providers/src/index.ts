export { type GuardedProvider, type GuardOptions, guardProvider } from './breaker/guard-provider';
export { combineLookups } from './combine-lookups';
export {
  createGuardedProviders,
  createObservedProviders,
  createProviders,
  type GuardedProviders,
  type ProviderSettings,
} from './create-providers';
export { declarationOf, declarations, providerLabel } from './declarations';
export {
  type AdapterOptions,
  addressesOf,
  declareProvider,
  type LiveProvider,
  type ProviderDeclaration,
} from './declare-provider';
export { createPostOnce } from './http/http-once';
export { parseJson } from './http/json';
export { openExchange, withShortReads } from './http/open-exchange';
export { deadlineIn } from './http/unsent';
export { mintRef, purchaseIdIn } from './mint-ref';
export { createMonnify, type MonnifyOptions } from './monnify/monnify.adapter';
export { createReloadly, type ReloadlyOptions } from './reloadly/reloadly.adapter';
export { createServingProvider, type Registry, type ServingProvider } from './serving';
export { createSimulatedLookups } from './simulator/lookups';
export { createSimulator } from './simulator/simulator';
export { type Callback, readCallback } from './vtpass/requery/read-callback';
export { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
