import type { OperatorAction } from '../operator/actions';

/**
 * GET /api/activity?search=&action=&from=&to=&cursor=, for owners; file: /api/activity.csv. `by`: also `Support` or
 * `System`. `address`: not shown for an operator, of whose actions `details` are empty.
 */
export type AccountAction = Pick<
  OperatorAction,
  'id' | 'at' | 'by' | 'address' | 'action' | 'subject' | 'reference' | 'before' | 'after' | 'details'
>;
