import type { CatalogueSource } from '@topup/core/catalogue';
import type { ProviderFacts, ProviderLookups } from '@topup/core/provider';
import type { RequeryByHandDeps } from '@topup/core/purchase';
import type { QueueCounts } from '@topup/runtime';
import type { BackgroundRuns } from './background-runs';
import type { VerificationDeps } from './books/run-verification';

/** What only the console's routes need; `wireConsole` builds it. */
export type OperatorDeps = {
  /** All of PROVIDERS, in their order. */
  providers: readonly (ProviderFacts & CatalogueSource & Pick<ProviderLookups, 'balance'>)[];
  /** Asks the provider about a purchase at once. */
  requery: Omit<RequeryByHandDeps, 'db'>;
  /** Of purchases settled by hand: a lost job costs some seconds. */
  enqueueEvent(eventId: string): void;
  enqueueNotification(notificationId: string): void;
  queueCounts: Pick<QueueCounts, 'read'>;
  /** Whether the board of the queues is served. */
  queueBoard: boolean;
  runs: BackgroundRuns;
  openAuditDatabase: VerificationDeps['openAuditDatabase'];
};
