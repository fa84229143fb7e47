import type {
  ClaimDeps,
  Clock,
  Db,
  FulfilDeps,
  LaneDeps,
  Log,
  NotifyDeps,
  Observer,
  Provider,
  QueueName,
  RequeryDeps,
  Slots,
  WebhookLanes,
} from '@topup/core';
import type { SweepFigures } from './metrics';

/** All that jobs and sweeps work with; built in main.ts, or by a test. */
export type Deps = ClaimDeps &
  FulfilDeps &
  RequeryDeps &
  LaneDeps &
  NotifyDeps & {
    db: Db;
    clock: Clock;
    log: Log;
    observer: Observer;
    figures: SweepFigures;
    provider: Provider;
    /** Provider calls this process may have open, jobs and sweeps together. */
    purchaseSlots: Slots;
    /** Deliver events in `webhookSlots`, which are apart from the purchases', so that slow receivers never slow those. */
    webhooks: WebhookLanes;
    /** Messages to customers this process may be sending. */
    notificationSlots: Slots;
    settings: {
      queues: QueueName[];
      sweepIntervalMs: number;
      startDeadlineMs: number;
      leaseMs: number;
    };
  };
