import type {
  ClaimDeps,
  Clock,
  Db,
  DeliverDeps,
  FulfilDeps,
  Log,
  NotifyDeps,
  Observer,
  Provider,
  QueueName,
  RequeryDeps,
  Slots,
} from '@topup/core';
import type { SweepFigures } from './metrics';

/** All that jobs and sweeps work with; built in main.ts, or by a test. */
export type Deps = ClaimDeps &
  FulfilDeps &
  RequeryDeps &
  DeliverDeps &
  NotifyDeps & {
    db: Db;
    clock: Clock;
    log: Log;
    observer: Observer;
    figures: SweepFigures;
    provider: Provider;
    /** Provider calls this process may have open, jobs and sweeps together. */
    purchaseSlots: Slots;
    /** Webhook deliveries this process may have open. Apart from the purchases, so that slow receivers never slow those. */
    webhookSlots: Slots;
    /** Messages to customers this process may be sending. */
    notificationSlots: Slots;
    settings: {
      queues: QueueName[];
      sweepIntervalMs: number;
      startDeadlineMs: number;
      leaseMs: number;
    };
  };
