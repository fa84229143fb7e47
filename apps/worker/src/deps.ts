import type { RowSales } from '@topup/core/buying';
import type { Scheduler, Work } from '@topup/core/flow';
import type { MailDeps } from '@topup/core/mail';
import type { NotificationScheduler, NotifyDeps } from '@topup/core/notification';
import type { RequeryScheduler, SendScheduler, SettleDeps, WaitingRoom } from '@topup/core/purchase';
import type { Tracing } from '@topup/core/shared';
import type { WebhookScheduler } from '@topup/core/webhook';
import type { SweepMetrics } from './metrics';
import type { WorkerSettings } from './settings';

/** Dependencies of the jobs and sweeps; wire.ts builds them, or a test does. */
export type Deps = SettleDeps &
  NotifyDeps &
  MailDeps & {
    /** Undefined: traces are off. */
    tracing?: Tracing | undefined;
    metrics: SweepMetrics;
    /** Where unsent purchases wait, without a permit, while a breaker stops them. */
    waitingRoom: WaitingRoom;
    /** Sends purchases that jobs and sweeps name. */
    sends: SendScheduler;
    /** Sells what people buy in the dashboard. */
    rowSales: RowSales;
    /** Requeries purchases that sweeps find. It has permits of its own, so that unknown outcomes delay no sale. */
    requeries: RequeryScheduler;
    /** Delivers events. It has permits of its own, so that slow receivers never delay purchases. */
    webhooks: WebhookScheduler;
    /** Sends notifications that jobs and sweeps name. */
    notifications: NotificationScheduler;
    /** Sends mails that sweeps find. */
    mails: Scheduler<Work>;
    settings: Pick<WorkerSettings, 'WORKER_QUEUES' | 'SWEEP_INTERVAL_MS' | 'START_DEADLINE_MS' | 'PROVIDER_TIMEOUT_MS'>;
  };
