import type { FindingRow } from '@topup/dashboard-contract';
import { isZero } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { providerName } from '../../ui/text/names';

/** By how much more, or less, than was booked a provider charged. */
export function chargedText({
  provider,
  kind,
  difference,
}: Pick<FindingRow, 'provider' | 'kind' | 'difference'>): string {
  if (provider === 'collections') return transferText(kind, difference);
  const name = providerName(provider);
  if (isZero(difference)) return `${name} charged what we booked.`;
  const isLess = difference.startsWith('-');
  const amount = formatNaira(isLess ? difference.slice(1) : difference);
  return `${name} charged ${amount} ${isLess ? 'less' : 'more'} than we booked.`;
}

/** The same of a transfer that a client made. */
function transferText(kind: string, difference: string): string {
  const amount = formatNaira(difference.replace('-', ''));
  switch (kind) {
    case 'transfer_reversed':
      return `The payer took ${amount} back, after a wallet had it. Correct the wallet first.`;
    case 'missing_here':
      return `The collector lists ${amount} that we have not recorded. A worker asks it about the transfer.`;
    case 'missing_there':
      return `We have recorded ${amount} that the collector does not list.`;
    default:
      return 'The collector tells the transfer otherwise than before. What we recorded first stays.';
  }
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
  transfer_reversed: 'Transfer taken back',
  transfer_differs: 'Transfer told otherwise',
};
