export { createBatcher } from './batcher';
export { createFairQuota, createFairQuotaByName, type FairQuota, runInQuota, takeQuotas } from './fair-quota';
export { createInTurns, createScheduler, type InTurns, type Scheduler, type Work } from './scheduler';
