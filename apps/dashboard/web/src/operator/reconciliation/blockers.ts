import type { DaySums } from '@topup/dashboard-contract';
import { isZero } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';

/** What of its sums keeps an open day from being closed, as the server judges it. Nothing of a closed day. */
export function blockersOf(sums: DaySums): string[] {
  const { closedAt, isComplete, openOrders, openFindings, drifts, drift, unexplained } = sums;
  if (closedAt !== null) return [];
  if (!isComplete) return ['Not all statements or balances of this day have been read.'];
  const findings = openFindings - drifts.open;
  return [
    ...(openOrders > 0 ? [`${counted(openOrders, 'order')} still pending. Wait, or settle what is under review.`] : []),
    ...(findings > 0 ? [`${counted(findings, 'open finding')} up to this day. Resolve them in the list.`] : []),
    ...(findings === 0 && openOrders === 0 && !(isZero(drift) && isZero(unexplained))
      ? [`A difference of ${formatNaira(isZero(drift) ? unexplained : drift)}. Resolve the finding “Day not balanced”.`]
      : []),
  ];
}
