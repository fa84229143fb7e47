import type { AuditedAction } from '@topup/core/audit';
import { awaitsToken } from '@topup/core/purchase';
import type { PurchaseRecord } from '@topup/core/reporting';
import { findTokens, formatNaira, redactNumbers } from '@topup/core/shared';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { boughtOf } from '../../account/transactions/product-label';
import { timelineOf } from '../../account/transactions/timeline.presenter';
import { toldAction } from '../actions/actions.presenter';
import { operatorWords } from './operator-labels';

/** All facts of a purchase as operators see them; of a token the last four digits, unless they asked for it. */
export function toldPurchase(
  record: PurchaseRecord,
  actions: AuditedAction[],
  shown: { token: boolean },
): OperatorPurchase {
  const { purchase, account, history, entries } = record;
  const hide = shown.token ? <T>(value: T) => value : redactNumbers(...findTokens(purchase.result));
  const debit = entries.find(({ kind }) => kind === 'debit');
  const refund = entries.find(({ kind }) => kind === 'refund');
  return {
    id: purchase.id,
    reference: purchase.requestRef,
    account,
    product: purchase.productType,
    status: purchase.status,
    amount: formatNaira(purchase.amountKobo),
    cost: purchase.costKobo === null ? null : formatNaira(purchase.costKobo),
    recipient: purchase.recipient,
    description: boughtOf(purchase),
    message: hide(purchase.message),
    details: purchase.details,
    result: hide(toldResult(purchase.result)),
    balanceBefore: formatNaira(debit?.balanceBeforeKobo ?? 0n),
    balanceAfter: formatNaira(debit?.balanceAfterKobo ?? 0n),
    refundedAmount: refund ? formatNaira(refund.amountKobo) : null,
    needsReview: purchase.needsReview,
    takesToken: awaitsToken(purchase),
    provider: purchase.provider,
    providerRef: purchase.providerRef,
    sends: purchase.sends,
    checks: purchase.checks,
    nextCheckAt: purchase.nextCheckAt?.toISOString() ?? null,
    createdAt: purchase.createdAt.toISOString(),
    finalAt: purchase.finalAt?.toISOString() ?? null,
    timeline: hide(timelineOf(record, operatorWords)),
    history: history.map(({ fromStatus, toStatus, cause, at }) => ({
      from: fromStatus,
      to: toStatus,
      cause,
      at: at.toISOString(),
    })),
    actions: actions.map(toldAction),
  };
}

/** Each thing that was learnt as one line of text. */
function toldResult(result: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(result).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${textOf(each)}`)
    .join(', ');
}
