import type { ProviderOrder, RequeryOutcome } from '@topup/core/provider';
import { namesAnotherOrder, readDelivery } from '../answer/check-echo';
import type { TopUp } from '../answer/read-top-up';
import { FAILED, STATUSES } from '../response-codes';
import type { ReportPage } from '../statement/read-report';

const TWO_ORDERS = 'two orders for one reference';
const OTHER_LETTERS = 'the order has our reference in other letters';

/**
 * Decides what the list of the top-ups with our reference says of the order. Reloadly searches without regard to case,
 * and its check for a reference that was used lets requests at the same time through: so more than one may be there,
 * and a person decides, as on one in other letters. Only an empty list says that there is none. A list that is not
 * whole, or holds what was not asked for, says nothing.
 */
export function judgeRequery(page: ReportPage, order: ProviderOrder): RequeryOutcome {
  if (page.kind === 'unreadable') return unanswered(page.reason);
  if (!page.isLast || page.total !== page.rows.length) return unanswered('the list is not whole');
  const isAsked = ({ reference }: TopUp) => reference?.toLowerCase() === order.providerRef.toLowerCase();
  if (!page.rows.every(({ topUp }) => isAsked(topUp))) return unanswered('the list holds other orders');
  const [row, ...others] = page.rows;
  if (row === undefined) return { kind: 'missing' };
  if (others.length > 0) return { kind: 'open', reason: TWO_ORDERS, stuck: true };
  if (namesAnotherOrder(row.topUp, order)) return { kind: 'open', reason: OTHER_LETTERS, stuck: true };
  return judgeTopUp(row.topUp, order);
}

function judgeTopUp(topUp: TopUp, order: ProviderOrder): RequeryOutcome {
  const { status } = topUp;
  if (status === null) return { kind: 'open', reason: 'an order without a status', stuck: false };
  switch (STATUSES.get(status)) {
    case 'delivered':
      return { kind: 'delivered', ...readDelivery(topUp, order) };
    // what was refunded was never delivered: the operator did not process it
    case 'ended':
      return { kind: 'rejected', reversed: false, code: status, reason: FAILED, fault: 'order' };
    case 'live':
      return { kind: 'open', reason: `status ${status}`, stuck: false };
    case undefined:
      return { kind: 'open', reason: `status ${status} is not listed`, stuck: false };
  }
}

const unanswered = (reason: string): RequeryOutcome => ({ kind: 'unanswered', reason });
