export { createBatcher } from './batcher';
export { createInTurns, type InTurns } from './in-turns';
export { createScheduler, type Scheduler, type Work } from './scheduler';
export { createShares, createSharesByName, runInShare, type Shares, takeShares } from './shares';
