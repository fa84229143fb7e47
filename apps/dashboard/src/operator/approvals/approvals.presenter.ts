import { type Approval, type ApprovalPolicy, approvalSentence } from '@topup/core/operator-guard';
import { formatPercent, pick, toWire } from '@topup/core/shared';
import type { ApprovalDetail, MoneyLimits } from '@topup/dashboard-contract';
import { columnsOf, OF_ACCOUNT } from '../../http/csv';

export const toApprovalRow = (approval: Approval) => ({
  ...pick(approval, 'id', 'kind', 'state', 'amountKobo', 'requester', 'requestedAt', 'expiresAt'),
  ...pick(approval, 'decider', 'decidedAt'),
  sentence: approvalSentence(approval),
  account: approval.accountId === null ? null : { id: approval.accountId, name: approval.accountName ?? '' },
});

export const APPROVAL_COLUMNS = columnsOf<ReturnType<typeof toApprovalRow>>()([
  'id,kind,state,sentence',
  ...OF_ACCOUNT,
  'amount,requester,requested_at,expires_at,decider,decided_at',
]);

/** `me`: the id of the operator who reads it. `balanceKobo`: what its account has now. */
export function toApprovalDetail(
  approval: Approval,
  { me, policy, balanceKobo }: { me: string; policy: ApprovalPolicy; balanceKobo: bigint | null },
): ApprovalDetail {
  const { kind, reference, entryId, approvalLimitKobo, dailyCapKobo, userEmail } = approval;
  return toWire({
    ...toApprovalRow(approval),
    ...pick(approval, 'note', 'decisionNote', 'reference'),
    purchase: kind === 'refund' && reference !== null ? { reference, delivered: approval.delivered === true } : null,
    adjustment:
      kind === 'adjust'
        ? { entry: entryId, reason: approval.reason ?? '', belowZero: approval.belowZero === true }
        : null,
    limits:
      approvalLimitKobo === null || dailyCapKobo === null
        ? null
        : { present: toLimits(policy), asked: toLimits({ approvalLimitKobo, dailyCapKobo }) },
    collections: toRule(approval),
    price: toPrice(approval),
    discount: toDiscount(approval),
    operator: userEmail === null ? null : { name: approval.userName ?? userEmail, email: userEmail },
    balanceKobo,
    you: youOf(approval, me),
  });
}

export const toLimits = (limits: Pick<ApprovalPolicy, 'approvalLimitKobo' | 'dailyCapKobo'>): MoneyLimits =>
  toWire(pick(limits, 'approvalLimitKobo', 'dailyCapKobo'));

const toRule = ({ collections: state, collectorCapKobo: capKobo }: Approval) =>
  state === null || capKobo === null ? null : { state, capKobo };

function toPrice({ tier, planId, priceKobo, costKobo }: Approval) {
  if (tier === null || planId === null || priceKobo === null || costKobo === null) return null;
  return { tier, planId, priceKobo, costKobo };
}

function toDiscount({ tier, productType: product, service, bps }: Approval) {
  if (tier === null || product === null || service === null || bps === null) return null;
  return { tier, product, service, percent: formatPercent(bps) };
}

function youOf({ requestedBy, requestedAs, userId }: Approval, me: string): ApprovalDetail['you'] {
  if (requestedBy === me) return 'asked';
  if (requestedAs === me) return 'behind_ops';
  return userId === me ? 'concerned' : 'may_decide';
}
