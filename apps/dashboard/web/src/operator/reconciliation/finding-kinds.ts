/** The kinds of findings in the words of docs/reconciliation.md. */
export const FINDING_KINDS: Record<string, string> = {
  amount_differs: 'Amount differs',
  status_differs: 'Status differs',
  missing_there: 'Missing there',
  missing_here: 'Missing here',
  twice_there: 'Charged twice',
  balance_step: 'Balance step',
  time_differs: 'Time differs',
  zone_differs: 'Another zone',
  row_changed: 'Row changed',
  day_drifts: 'Day drifts',
};

export const FINDING_STATES: Record<string, string> = { open: 'Open', resolved: 'Resolved', cleared: 'Gone' };

export const RESOLUTIONS: Record<string, string> = {
  accepted: 'Accepted',
  matched: 'Matched',
  explained: 'Explained',
};
