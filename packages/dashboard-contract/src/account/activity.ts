import type { OperatorAction } from '../operator/actions';

/**
 * GET /api/activity?search=&action=&from=&to=&cursor=, for owners; file: /api/activity.csv. `by`: an operator's is
 * the name of the service, and ours `System`. `address`: not shown for an operator, whose actions have no `details`.
 */
export type AccountAction = Pick<
  OperatorAction,
  'id' | 'at' | 'by' | 'address' | 'action' | 'subject' | 'reference' | 'before' | 'after' | 'details'
>;
