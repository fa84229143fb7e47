/** The kinds of findings, as docs/reconciliation.md lists them. */
export const FINDING_KINDS: Record<string, string> = {
  amount_differs: 'Amount differs',
  status_differs: 'Status differs',
  missing_there: 'Missing at the provider',
  missing_here: 'Missing in our books',
  twice_there: 'Charged twice',
  balance_step: 'Unexplained balance change',
  time_differs: 'Time differs',
  zone_differs: 'Time zone differs',
  row_changed: 'Row changed',
  day_drifts: 'Day not balanced',
};

export const FINDING_STATES: Record<string, string> = { open: 'Open', resolved: 'Resolved', cleared: 'Cleared' };

export const RESOLUTIONS: Record<string, string> = {
  accepted: 'Accepted',
  matched: 'Matched',
  explained: 'Explained',
};
