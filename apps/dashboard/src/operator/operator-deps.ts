import type { Operator, Provider, ProviderLookups, RequeryDeps } from '@topup/core';
import type { QueueCounts } from '@topup/runtime';
import type { Invitation, TeamMember } from '../contract';
import type { BackgroundRuns } from './background-runs';
import type { BooksRunDeps } from './run-books-check';

/** What the operators' routes need besides; `wireOperators` builds it. */
export type OperatorDeps = {
  provider: Pick<Provider, 'name'> & Pick<ProviderLookups, 'balance' | 'dataServices' | 'variations'>;
  /** For asking about a purchase at once, with the rules of the sweeper. Its `wakeFor…` also serve what is settled by hand. */
  requery: RequeryDeps;
  users: OperatorUsers;
  queueCounts: Pick<QueueCounts, 'read'>;
  runs: BackgroundRuns;
  openAuditDatabase: BooksRunDeps['openAuditDatabase'];
};

/** Those who sign in for accounts. What is done to them is recorded. */
export type OperatorUsers = {
  ofAccount(accountId: string): Promise<TeamMember[]>;
  /** @throws Refusal when the address is somebody's already */
  invite(by: Operator, user: { accountId: string; name: string; email: string; role: 'owner' | 'member' }): Promise<Invitation>;
  /** Null: it was mailed. @throws Refusal when there is no such user */
  newLink(by: Operator, userId: string): Promise<string | null>;
  /** @throws Refusal when there is no such user */
  disable(by: Operator, userId: string): Promise<void>;
};
