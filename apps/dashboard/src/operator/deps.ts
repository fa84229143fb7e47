import type { Provider, ProviderLookups } from '@topup/core/provider';
import type { RequeryDeps } from '@topup/core/purchase';
import type { QueueCounts } from '@topup/runtime';
import type { BackgroundRuns } from './background-runs';
import type { VerificationDeps } from './books/run-verification';

/** What only the console's routes need; `wireConsole` builds it. */
export type OperatorDeps = {
  provider: Pick<Provider, 'name'> & Pick<ProviderLookups, 'balance' | 'dataServices' | 'variations'>;
  /** Requeries a purchase at once, by the rules of the sweeper. Its `enqueue…` also serve purchases settled by hand. */
  requery: RequeryDeps;
  queueCounts: Pick<QueueCounts, 'read'>;
  runs: BackgroundRuns;
  openAuditDatabase: VerificationDeps['openAuditDatabase'];
};
