export { createProvider, type ProviderSettings } from './registry';
export { mintRef } from './vtpass/pay-request';
export { type Callback, readCallback } from './vtpass/read-callback';
export { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
export { type BreakerOptions, withBreaker } from './with-breaker';
