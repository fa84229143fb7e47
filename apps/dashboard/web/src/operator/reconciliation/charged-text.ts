import type { FindingRow } from '@topup/dashboard-contract';
import { formatNaira } from '../../format/naira';

/** By how much more, or less, than was booked a provider charged. */
export function chargedText({ provider, difference }: Pick<FindingRow, 'provider' | 'difference'>): string {
  if (/^-?[0.]*$/.test(difference)) return `${provider} charged what was booked.`;
  const isLess = difference.startsWith('-');
  return `${provider} charged ${formatNaira(isLess ? difference.slice(1) : difference)} ${isLess ? 'less' : 'more'} than was booked.`;
}
