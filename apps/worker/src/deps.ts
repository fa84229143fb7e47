import type { NotifyDeps } from '@topup/core/notification';
import type { Provider } from '@topup/core/provider';
import type { ClaimDeps, RequeryDeps, SendDeps, WaitingRoom } from '@topup/core/purchase';
import type { QueueName } from '@topup/core/queue';
import type { Clock, Db, Log, Observer, Semaphore } from '@topup/core/shared';
import type { SchedulerDeps, WebhookScheduler } from '@topup/core/webhook';
import type { SweepMetrics } from './metrics';

/** What jobs and sweeps work with; built in wire.ts, or by a test. */
export type Deps = ClaimDeps &
  SendDeps &
  RequeryDeps &
  SchedulerDeps &
  NotifyDeps & {
    db: Db;
    clock: Clock;
    log: Log;
    observer: Observer;
    metrics: SweepMetrics;
    provider: Provider;
    /** Where unsent purchases wait, without a permit, while a breaker stops them. */
    waitingRoom: WaitingRoom;
    /** Limits the provider calls that this process has open, by jobs and sweeps together. */
    sendSemaphore: Semaphore;
    /** Delivers events. It has a semaphore of its own, so that slow receivers never delay purchases. */
    webhooks: WebhookScheduler;
    /** Limits the notifications that this process sends at a time. */
    notificationSemaphore: Semaphore;
    settings: {
      queues: QueueName[];
      sweepIntervalMs: number;
      startDeadlineMs: number;
      leaseMs: number;
    };
  };
