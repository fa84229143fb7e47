import { type Approval, type ApprovalPolicy, approvalSentence } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import type { ApprovalDetail, ApprovalRow, MoneyLimits } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toApprovalRow = (approval: Approval): ApprovalRow => ({
  id: approval.id,
  kind: approval.kind,
  state: approval.state,
  sentence: approvalSentence(approval),
  account: approval.accountId === null ? null : { id: approval.accountId, name: approval.accountName ?? '' },
  amount: naira(approval.amountKobo),
  requester: approval.requester,
  requestedAt: approval.requestedAt.toISOString(),
  expiresAt: approval.expiresAt.toISOString(),
  decider: approval.decider,
  decidedAt: approval.decidedAt?.toISOString() ?? null,
});

export const APPROVAL_COLUMNS: CsvColumn<ApprovalRow>[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['state', ({ state }) => state],
  ['sentence', ({ sentence }) => sentence],
  ['account_id', ({ account }) => account?.id ?? null],
  ['account', ({ account }) => account?.name ?? null],
  ['amount', ({ amount }) => amount],
  ['requester', ({ requester }) => requester],
  ['requested_at', ({ requestedAt }, time) => time(requestedAt)],
  ['expires_at', ({ expiresAt }, time) => time(expiresAt)],
  ['decider', ({ decider }) => decider],
  ['decided_at', ({ decidedAt }, time) => time(decidedAt)],
];

/** `me`: the id of the operator who reads it. `balanceKobo`: what its account has now. */
export function toApprovalDetail(
  approval: Approval,
  { me, policy, balanceKobo }: { me: string; policy: ApprovalPolicy; balanceKobo: bigint | null },
): ApprovalDetail {
  const { note, decisionNote, kind, reference, entryId, approvalLimitKobo, dailyCapKobo, userEmail } = approval;
  return {
    ...toApprovalRow(approval),
    note,
    decisionNote,
    reference,
    purchase: kind === 'refund' && reference !== null ? { reference, delivered: approval.delivered === true } : null,
    adjustment:
      kind === 'adjust'
        ? {
            entry: entryId === null ? null : String(entryId),
            reason: approval.reason ?? '',
            belowZero: approval.belowZero === true,
          }
        : null,
    limits:
      approvalLimitKobo === null || dailyCapKobo === null
        ? null
        : { present: toLimits(policy), asked: toLimits({ approvalLimitKobo, dailyCapKobo }) },
    price: toPrice(approval),
    operator: userEmail === null ? null : { name: approval.userName ?? userEmail, email: userEmail },
    balance: naira(balanceKobo),
    you: youOf(approval, me),
  };
}

export const toLimits = ({
  approvalLimitKobo,
  dailyCapKobo,
}: Pick<ApprovalPolicy, 'approvalLimitKobo' | 'dailyCapKobo'>): MoneyLimits => ({
  approvalLimit: formatNaira(approvalLimitKobo),
  dailyCap: formatNaira(dailyCapKobo),
});

function toPrice({ tier, planId, priceKobo, costKobo }: Approval): ApprovalDetail['price'] {
  if (tier === null || planId === null || priceKobo === null || costKobo === null) return null;
  return { tier, planId, price: formatNaira(priceKobo), cost: formatNaira(costKobo) };
}

function youOf({ requestedBy, requestedAs, userId }: Approval, me: string): ApprovalDetail['you'] {
  if (requestedBy === me) return 'asked';
  if (requestedAs === me) return 'behind_ops';
  return userId === me ? 'concerned' : 'may_decide';
}

const naira = (kobo: bigint | null): string | null => (kobo === null ? null : formatNaira(kobo));
