import type { NotifyDeps } from '@topup/core/notification';
import type { Provider } from '@topup/core/provider';
import type { ClaimDeps, FulfilDeps, RequeryDeps } from '@topup/core/purchase';
import type { QueueName } from '@topup/core/queue';
import type { Clock, Db, Log, Observer, Semaphore } from '@topup/core/shared';
import type { SchedulerDeps, WebhookScheduler } from '@topup/core/webhook';
import type { SweepFigures } from './metrics';

/** All that jobs and sweeps work with; built in main.ts, or by a test. */
export type Deps = ClaimDeps &
  FulfilDeps &
  RequeryDeps &
  SchedulerDeps &
  NotifyDeps & {
    db: Db;
    clock: Clock;
    log: Log;
    observer: Observer;
    figures: SweepFigures;
    provider: Provider;
    /** Provider calls this process may have open, jobs and sweeps together. */
    sendSemaphore: Semaphore;
    /** Deliver events in `webhookSemaphore`, which are apart from the purchases', so that slow receivers never slow those. */
    webhooks: WebhookScheduler;
    /** Messages to customers this process may be sending. */
    notificationSemaphore: Semaphore;
    settings: {
      queues: QueueName[];
      sweepIntervalMs: number;
      startDeadlineMs: number;
      leaseMs: number;
    };
  };
