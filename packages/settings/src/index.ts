export { type Bounds, bounds } from './bounds';
export { dashboardAddress, dashboardUrl } from './dashboard-address';
export { mail } from './mail';
export { listening, logging, operations, ports, proxies } from './process';
export { provider } from './provider';
export { defaultLimits, rateLimits } from './rate-limits';
export { requeryRules, sending } from './sending';
export { database, masterKey, previousMasterKey, queueStore } from './stores';
export { webhookTargets, webhookUrls } from './webhook-targets';
