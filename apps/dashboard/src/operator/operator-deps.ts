import type { Provider, ProviderLookups } from '@topup/core/provider';
import type { RequeryDeps } from '@topup/core/purchase';
import type { QueueCounts } from '@topup/runtime';
import type { BackgroundRuns } from './background-runs';
import type { BooksRunDeps } from './books/run-verification';

/** What the operators' routes need besides; `wireOperators` builds it. */
export type OperatorDeps = {
  provider: Pick<Provider, 'name'> & Pick<ProviderLookups, 'balance' | 'dataServices' | 'variations'>;
  /** For asking about a purchase at once, with the rules of the sweeper. Its `wakeFor…` also serve what is settled by hand. */
  requery: RequeryDeps;
  queueCounts: Pick<QueueCounts, 'read'>;
  runs: BackgroundRuns;
  openAuditDatabase: BooksRunDeps['openAuditDatabase'];
};
