export { type GuardedProvider, type GuardOptions, guardProvider } from './breaker/guard-provider';
export { combineLookups } from './combine-lookups';
export {
  createGuardedProviders,
  createObservedProviders,
  createProviders,
  type GuardedProviders,
} from './create-providers';
export {
  addressesOf,
  declarationOf,
  declarations,
  type ProviderDeclaration,
  type ProviderSettings,
  profilesOf,
  providerLabel,
} from './declarations';
export {
  type AdapterOptions,
  declareProvider,
  type LiveProvider,
} from './declare-provider';
export { type ConnectionOptions, type Connections, createConnections } from './http/connections';
export { codeOf, type Exchanged, exchangeOnce } from './http/exchange-once';
export { createPostOnce } from './http/http-once';
export { parseJson } from './http/json';
export { deadlineIn } from './http/unsent';
export { mintRef, purchaseIdIn } from './mint-ref';
export { createCollector, createNoticeReader } from './monnify/collections/create-collector';
export { createServingProvider, type Registry, type ServingProvider } from './serving';
export { createSimulatedLookups } from './simulator/lookups';
export { createSimulator } from './simulator/simulator';
export { type Callback, readCallback } from './vtpass/requery/read-callback';
export { createVtpass } from './vtpass/vtpass.adapter';
