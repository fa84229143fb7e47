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
