import type { AuditedAction } from '@topup/core/audit';
import { products } from '@topup/core/product';
import {
  type Attempt,
  basisText,
  decisionText,
  OUTCOME_WORDS,
  outcomeFacts,
  refusedSuccess,
  takesToken,
  whenSent,
} from '@topup/core/purchase';
import type { FoundPurchase, PurchaseRecord } from '@topup/core/reporting';
import { findTokens, marginText, maskNumbers, pick, tokensFirst, toWire } from '@topup/core/shared';
import type { AttemptRow, OperatorPurchase, PurchaseMark } from '@topup/dashboard-contract';
import { providerLabel } from '@topup/providers';
import { toFailure } from '../../account/transactions/failure.presenter';
import { toTimeline } from '../../account/transactions/timeline.presenter';
import { toAmounts, toPayment } from '../../account/transactions/transactions.presenter';
import { columnsOf, OF_ACCOUNT } from '../../http/csv';
import { productLabel } from '../../names';
import { toOperatorAction } from '../actions/actions.routes';
import { causeLabel, goalLabel, operatorLabels, reviewLabel } from './operator-labels';

/** In a list, the numbers of customers are masked. */
export function toPurchaseRow(purchase: FoundPurchase) {
  const { reason } = purchase;
  const mask = maskNumbers(purchase.recipient);
  return {
    ...pick(purchase, 'id', 'status', 'needsReview', 'createdAt', 'finalAt'),
    ...toAmounts(purchase),
    reference: purchase.requestRef,
    product: purchase.productType,
    recipient: mask(purchase.recipient),
    description: mask(productLabel(purchase)),
    message: mask(purchase.message),
    account: { id: purchase.accountId, name: purchase.account },
    reason: mask(reason === null ? null : reviewLabel(reason)),
  };
}

export const PURCHASE_COLUMNS = columnsOf<ReturnType<typeof toPurchaseRow>>()([
  'id,reference',
  ...OF_ACCOUNT,
  'product,status,amount,recipient,description,message,needs_review,reason,created_at,final_at,charged',
]);

/** A purchase as operators see it. A token is reduced to its last four digits unless `shown.token`. */
export function toOperatorPurchase(
  record: PurchaseRecord,
  actions: AuditedAction[],
  shown: { token: boolean },
): OperatorPurchase {
  const { purchase, account, attempts } = record;
  const mask = shown.token ? <T>(value: T) => value : maskNumbers(...findTokens(outcomeFacts(purchase)));
  return toWire({
    ...pick(purchase, 'id', 'status', 'costKobo', 'recipient', 'details', 'needsReview', 'createdAt'),
    ...pick(purchase, 'finalAt', 'provider', 'providerRef', 'sends', 'checks', 'nextCheckAt'),
    ...toAmounts(purchase),
    reference: purchase.requestRef,
    account,
    product: purchase.productType,
    ...toMargin(purchase),
    description: productLabel(purchase),
    message: mask(purchase.message),
    result: mask(toResult(purchase)),
    records: mask(toMarks(purchase)),
    ...toPayment(record),
    failure: toFailure(purchase),
    claim: mask(record.claim),
    boughtBy: record.boughtBy,
    takesToken: takesToken(purchase),
    refusedSuccess: refusedSuccess(purchase),
    hasEvents: products[purchase.productType].events.length > 0,
    timeline: mask(toTimeline(record, operatorLabels)),
    attempts: mask(attempts.map((attempt) => toAttemptRow(attempt, causeLabel(purchase)))),
    actions: actions.map(toOperatorAction),
  });
}

function toAttemptRow(attempt: Attempt, cause: string): AttemptRow {
  const { outcome, decision, evidence } = attempt;
  return toWire({
    ...pick(attempt, 'number', 'provider', 'providerRef', 'sends', 'costKobo', 'endedAt'),
    sentAt: whenSent(attempt),
    outcome: OUTCOME_WORDS[outcome],
    basis: basisText(attempt, cause),
    answers: toAnswers(evidence),
    why: decisionText(decision, providerLabel),
    contradicted: attempt.contradictedAt !== null,
  });
}

const toAnswers = ({ send_answer: sent, requery_answer: requeried }: Attempt['evidence']): AttemptRow['answers'] => [
  ...(sent === undefined ? [] : [{ to: 'send' as const, text: sent }]),
  ...(requeried === undefined ? [] : [{ to: 'requery' as const, text: requeried }]),
];

/** Only a success earns. */
function toMargin({ status, amountKobo, costKobo }: PurchaseRecord['purchase']) {
  if (status !== 'success' || costKobo === null) return { margin: null, marginPercent: null };
  const { margin, percent } = marginText(amountKobo, costKobo);
  return { margin, marginPercent: percent };
}

/**
 * Each part of the result as one line of text; the token of an exam is its PIN. The answer of the provider stands with
 * its attempt.
 */
function toResult(purchase: PurchaseRecord['purchase']): Record<string, string> {
  const { send_answer: _sent, requery_answer: _requeried, ...result } = outcomeFacts(purchase);
  const { contradicted_by: _contradicted, quarantined: _quarantined, reviewed: _reviewed, ...goods } = result;
  const { token: pin, ...others } = goods;
  return toFacts(purchase.productType === 'EXAM_PIN' ? { pin, ...others } : goods);
}

function toFacts(values: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, formatValue(value)]));
}

/** Our marks on a purchase, in the order in which they are made. */
function toMarks({
  quarantinedAt,
  contradictedBy,
  reviewedAt,
  reviewNote,
}: PurchaseRecord['purchase']): PurchaseMark[] {
  const marks: PurchaseMark[] = [];
  if (quarantinedAt !== null) marks.push({ title: 'Quarantined', at: quarantinedAt.toISOString(), facts: {} });
  if (contradictedBy !== null) {
    const { at, goal, cause, attempt, ...evidence } = contradictedBy;
    const facts = { says: goalLabel(goal), cause: causeLabel({ cause }), attempt, ...tokensFirst(evidence) };
    marks.push({ title: 'Contradicted by', at, facts: toFacts(facts) });
  }
  if (reviewedAt !== null)
    marks.push({ title: 'Reviewed', at: reviewedAt.toISOString(), facts: toFacts({ note: reviewNote }) });
  return marks;
}

function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${formatValue(each)}`)
    .join(', ');
}
