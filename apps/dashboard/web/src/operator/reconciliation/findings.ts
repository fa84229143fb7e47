import type { FindingRow } from '@topup/dashboard-contract';
import { formatNaira } from '../../format/naira';
import { providerName } from '../../ui/text/names';

/** By how much more, or less, than was booked a provider charged. */
export function chargedText({ provider, difference }: Pick<FindingRow, 'provider' | 'difference'>): string {
  const name = providerName(provider);
  if (/^-?[0.]*$/.test(difference)) return `${name} charged what we booked.`;
  const isLess = difference.startsWith('-');
  const amount = formatNaira(isLess ? difference.slice(1) : difference);
  return `${name} charged ${amount} ${isLess ? 'less' : 'more'} than we booked.`;
}

/** The kinds of findings, as docs/console/reconciliation.md lists them. */
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
