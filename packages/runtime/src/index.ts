export { createLog, errorFields, type Log } from './log';
export { createMetrics, type Metrics } from './metrics';
export { closeServer, listen, type OpsServer, type ReadinessCheck, startOpsServer } from './ops-server';
export { createQueueBoard, QUEUE_BOARD_PATH, type QueueBoard } from './queue-board';
export { createQueueCounts, type QueueCount, type QueueCounts } from './queue-counts';
export {
  migrateQueues,
  openQueue,
  type QueueConsumer,
  type QueueProducer,
  type QueueStore,
  serveQueue,
  watchQueue,
} from './queues';
export { createRateLimiter, type RateLimiter } from './rate-limit';
export { type ShutdownStep, shutDownOnSignal } from './shutdown';
export { within } from './within';
