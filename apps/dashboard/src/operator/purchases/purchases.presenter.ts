import type { AuditedAction } from '@topup/core/audit';
import { products } from '@topup/core/product';
import {
  type Attempt,
  awaitsToken,
  basisText,
  decisionText,
  OUTCOME_WORDS,
  outcomeFacts,
  whenSent,
} from '@topup/core/purchase';
import type { FoundPurchase, PurchaseRecord } from '@topup/core/reporting';
import { findTokens, formatNaira, marginText, redactNumbers } from '@topup/core/shared';
import type { AttemptRow, OperatorPurchase, OperatorPurchaseRow } from '@topup/dashboard-contract';
import { providerLabel } from '@topup/providers';
import { toFailure } from '../../account/transactions/failure.presenter';
import { productLabel } from '../../account/transactions/product-label';
import { toTimeline } from '../../account/transactions/timeline.presenter';
import { toPayment } from '../../account/transactions/transactions.presenter';
import type { CsvColumn } from '../../http/csv';
import { toOperatorAction } from '../actions/actions.presenter';
import { causeLabel, operatorLabels, reviewLabel } from './operator-labels';

/** In a list, the numbers of customers are masked. */
export function toPurchaseRow({ recipient, message, reason, ...row }: FoundPurchase): OperatorPurchaseRow {
  const redact = redactNumbers(recipient);
  return {
    id: row.id,
    reference: row.requestRef,
    product: row.productType,
    status: row.status,
    amount: formatNaira(row.amountKobo),
    recipient: redact(recipient),
    description: redact(productLabel({ description: row.description, recipient })),
    message: redact(message),
    createdAt: row.createdAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
    account: { id: row.accountId, name: row.account },
    needsReview: row.needsReview,
    reason: redact(reason === null ? null : reviewLabel(reason)),
  };
}

export const PURCHASE_COLUMNS: CsvColumn<OperatorPurchaseRow>[] = [
  ['id', ({ id }) => id],
  ['reference', ({ reference }) => reference],
  ['account_id', ({ account }) => account.id],
  ['account', ({ account }) => account.name],
  ['product', ({ product }) => product],
  ['status', ({ status }) => status],
  ['amount', ({ amount }) => amount],
  ['recipient', ({ recipient }) => recipient],
  ['description', ({ description }) => description],
  ['message', ({ message }) => message],
  ['needs_review', ({ needsReview }) => needsReview],
  ['reason', ({ reason }) => reason],
  ['created_at', ({ createdAt }, time) => time(createdAt)],
  ['final_at', ({ finalAt }, time) => time(finalAt)],
];

/** A purchase as operators see it. A token is reduced to its last four digits unless `shown.token`. */
export function toOperatorPurchase(
  record: PurchaseRecord,
  actions: AuditedAction[],
  shown: { token: boolean },
): OperatorPurchase {
  const { purchase, account, attempts } = record;
  const redact = shown.token ? <T>(value: T) => value : redactNumbers(...findTokens(outcomeFacts(purchase)));
  return {
    id: purchase.id,
    reference: purchase.requestRef,
    account,
    product: purchase.productType,
    status: purchase.status,
    amount: formatNaira(purchase.amountKobo),
    cost: purchase.costKobo === null ? null : formatNaira(purchase.costKobo),
    ...toMargin(purchase),
    recipient: purchase.recipient,
    description: productLabel(purchase),
    message: redact(purchase.message),
    details: purchase.details,
    result: redact(toResult(purchase)),
    ...toPayment(record),
    failure: toFailure(purchase),
    needsReview: purchase.needsReview,
    takesToken: awaitsToken(purchase),
    hasEvents: products[purchase.productType].events.length > 0,
    provider: purchase.provider,
    providerRef: purchase.providerRef,
    sends: purchase.sends,
    checks: purchase.checks,
    nextCheckAt: purchase.nextCheckAt?.toISOString() ?? null,
    createdAt: purchase.createdAt.toISOString(),
    finalAt: purchase.finalAt?.toISOString() ?? null,
    timeline: redact(toTimeline(record, operatorLabels)),
    attempts: redact(attempts.map((attempt) => toAttemptRow(attempt, causeLabel(purchase)))),
    actions: actions.map(toOperatorAction),
  };
}

function toAttemptRow(attempt: Attempt, cause: string): AttemptRow {
  const { number, provider, providerRef, sends, outcome, costKobo, decision, endedAt, evidence } = attempt;
  return {
    number,
    provider,
    providerRef,
    sends,
    sentAt: whenSent(attempt)?.toISOString() ?? null,
    outcome: OUTCOME_WORDS[outcome],
    basis: basisText(attempt, cause),
    answers: toAnswers(evidence),
    cost: costKobo === null ? null : formatNaira(costKobo),
    why: decisionText(decision, providerLabel),
    endedAt: endedAt?.toISOString() ?? null,
    contradicted: attempt.contradictedAt !== null,
  };
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

/** Each part of the result as one line of text. What the provider answered stands with its attempt. */
function toResult(purchase: PurchaseRecord['purchase']): Record<string, string> {
  const { send_answer: _sent, requery_answer: _requeried, ...result } = outcomeFacts(purchase);
  const known = Object.entries(result).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, formatValue(value)]));
}

function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${formatValue(each)}`)
    .join(', ');
}
