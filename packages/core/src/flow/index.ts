export { createBatcher } from './batcher';
export { createInTurns, createScheduler, type InTurns, type Scheduler, type Work } from './scheduler';
export { createShares, createSharesByName, runInShare, type Shares, takeShares } from './shares';
