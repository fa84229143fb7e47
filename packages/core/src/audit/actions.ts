import type { GuardedActionKind, MoneyLimits } from '../operator-guard/guarded-action';
import type { Purchase } from '../purchase/purchase.store';
import {
  type Decision,
  type DecisionOutcome,
  type Evidence,
  keptNote,
  tokensIn,
} from '../purchase/settle/decide-purchase';
import type { DaySums } from '../reconciliation/decide/closed-day.store';
import type { Finding, Resolution } from '../reconciliation/decide/finding.store';
import { formatNaira } from '../shared/money';
import type { Facts, NewAction } from './action.store';
import { byApproval, moved } from './describe';

// What is recorded of each change, once for all programs in which it can be made. Null: nothing was changed.

const percent = (bps: number): string => (bps / 100).toFixed(2);

const limitFacts = ({ approvalLimitKobo, dailyCapKobo }: MoneyLimits): Facts => ({
  approval_limit: formatNaira(approvalLimitKobo),
  daily_cap: formatNaira(dailyCapKobo),
});

export const limitActions = {
  /** `note`: why, where no approval has it. */
  changed: (before: MoneyLimits, after: MoneyLimits, { approval, note }: { approval?: string; note?: string } = {}) =>
    moved(
      {
        action: 'limits.change',
        subject: 'the limits of operators',
        ...(note !== undefined && { note }),
        ...byApproval(approval),
      },
      limitFacts(before),
      limitFacts(after),
    ),
};

/** What was asked of a second operator, and what became of that. What an approval does is recorded besides. */
export const approvalAction = (
  verb: 'request' | 'approve' | 'decline' | 'cancel',
  { id, kind }: { id: string; kind: GuardedActionKind },
  note?: string | null,
): NewAction => ({
  action: `approval.${verb}`,
  subject: kind,
  subjectId: id,
  ...(note != null && { note }),
});

export const priceActions = {
  tierCreated: ({ name, markupBps }: { name: string; markupBps: number }): NewAction => ({
    action: 'tier.create',
    subject: name,
    after: { markup_percent: percent(markupBps) },
  }),
  markup: (was: { name: string; markupBps: number }, markupBps: number) =>
    moved(
      { action: 'tier.markup', subject: was.name },
      { markup_percent: percent(was.markupBps) },
      { markup_percent: percent(markupBps) },
    ),
  /** `before` and `after`: what the tier pays for the plan, and how that is set. `approval`: on which it was done. */
  set: (tier: string, planId: string, before: Facts, after: Facts, costKobo: bigint, approval?: string) =>
    moved(
      {
        action: 'price.set',
        subject: planId,
        details: { tier, cost: formatNaira(costKobo), ...byApproval(approval).details },
      },
      before,
      after,
    ),
  cleared: (tier: string, planId: string, before: Facts, after: Facts): NewAction => ({
    action: 'price.clear',
    subject: planId,
    details: { tier },
    before,
    after,
  }),
};

export const planActions = {
  announced: (
    id: number,
    { network, name, costKobo }: { network: string; name: string; costKobo: bigint },
  ): NewAction => ({
    action: 'plan.announce',
    subject: name,
    subjectId: String(id),
    after: { state: 'announced', network, cost: formatNaira(costKobo) },
  }),
  retired: (id: number): NewAction => ({
    action: 'plan.retire',
    subject: `plan ${id}`,
    subjectId: String(id),
    before: { state: 'announced' },
    after: { state: 'gone' },
  }),
  withdrawn: (id: number, planId: string): NewAction => ({
    action: 'plan.withdraw',
    subject: planId,
    subjectId: String(id),
    before: { plan_id: planId },
    after: { plan_id: null },
  }),
  restored: (id: number, planId: string): NewAction => ({
    action: 'plan.restore',
    subject: planId,
    subjectId: String(id),
    before: { plan_id: null },
    after: { plan_id: planId },
  }),
  /** An operator has looked at why it was stopped. The stop itself is recorded by the database (stop_plan). */
  resumed: (planId: string, { id, reasons }: { id: number; reasons: string[] }): NewAction => ({
    action: 'plan.resume',
    subject: planId,
    subjectId: String(id),
    before: { stopped: reasons.join(', ') },
    after: { stopped: null },
  }),
};

type Mapped = { ours: string; provider: string; theirs: string };

/**
 * Whether provider products are products of ours. At most 20 are named. Null: all were decided so before.
 * @param verb `make`: by hand
 */
export function mappingAction(verb: 'confirm' | 'reject' | 'make', mappings: readonly Mapped[]): NewAction | null {
  const [first, ...others] = mappings;
  if (first === undefined) return null;
  const named = mappings.slice(0, 20).map(({ ours, provider, theirs }) => `${ours} = ${provider} ${theirs}`);
  const more = mappings.length > 20 ? ` and ${mappings.length - 20} more` : '';
  return {
    action: `mapping.${verb}`,
    subject: others.length === 0 ? first.ours : `${mappings.length} mappings`,
    after: { status: verb === 'reject' ? 'rejected' : 'confirmed' },
    details: { mappings: named.join('; ') + more },
  };
}

/** What was decided on a purchase. Its moves are in its own history. */
export function decisionAction(
  purchase: Purchase,
  { decision, approval, ...evidence }: Evidence & { decision: Decision; approval?: string },
  outcome: DecisionOutcome,
): NewAction | null {
  if (outcome.kind !== 'settled' && outcome.kind !== 'overtaken' && !(outcome.kind === 'confirmed' && outcome.reviewed))
    return null;
  const { requestRef, accountId, amountKobo, status } = purchase;
  return {
    action: 'purchase.settle',
    subject: requestRef,
    requestRef,
    accountId,
    note: keptNote(purchase, evidence),
    before: { status },
    after: { status: outcome.status },
    details: {
      decision,
      outcome: outcome.kind,
      amount: formatNaira(amountKobo),
      ...(tokensIn(evidence) && { token: 'given' }),
      ...(approval && { approval }),
    },
  };
}

/** An action on a purchase that changes nothing by itself, and is recorded before it is done. */
export const purchaseAction = (
  verb: 'check' | 'requery' | 'show_token',
  { requestRef, accountId }: Pick<Purchase, 'requestRef' | 'accountId'>,
): NewAction => ({ action: `purchase.${verb}`, subject: requestRef, requestRef, accountId });

/** What was done with the statements of a provider. `subject`: the provider. */
export const reconciliationActions = {
  pulled: (pull: { provider: string; since: Date; until: Date; added: number }): NewAction => ({
    action: 'reconciliation.pull',
    subject: pull.provider,
    details: { since: pull.since.toISOString(), until: pull.until.toISOString(), added: String(pull.added) },
  }),
  /** `skipped`: rows that were not kept. `digest`: SHA-256 of the file. */
  imported: (file: {
    provider: string;
    from: Date;
    to: Date;
    rows: number;
    skipped: number;
    added: number;
    digest: string;
  }): NewAction => ({
    action: 'reconciliation.import',
    subject: file.provider,
    details: {
      since: file.from.toISOString(),
      until: file.to.toISOString(),
      rows: String(file.rows),
      skipped: String(file.skipped),
      added: String(file.added),
      sha256: file.digest,
    },
  }),
  /** `rows`: how many were deleted. */
  withdrawn: ({ id, provider, rows }: { id: bigint; provider: string; rows: number }): NewAction => ({
    action: 'reconciliation.withdraw',
    subject: provider,
    subjectId: String(id),
    details: { rows: String(rows) },
  }),
  /** `entryKobo`: by how much our float was changed. */
  resolved: (
    { id, provider, kind, differenceKobo, requestRef, accountId }: Finding,
    { resolution, note, entryKobo }: { resolution: Resolution; note: string; entryKobo: bigint },
  ): NewAction => ({
    action: 'reconciliation.resolve',
    subject: provider,
    subjectId: String(id),
    ...(requestRef !== null && { requestRef }),
    ...(accountId !== null && { accountId }),
    note,
    before: { finding: kind, difference: formatNaira(differenceKobo), state: 'open' },
    after: { state: 'resolved', resolution, float: formatNaira(entryKobo) },
  }),
  closed: ({ provider, day, closingKobo, costKobo, floatClosingKobo, carriedKobo }: DaySums): NewAction => ({
    action: 'reconciliation.close',
    subject: provider,
    subjectId: day,
    after: {
      day,
      closing: formatNaira(closingKobo),
      cost: formatNaira(costKobo),
      float: formatNaira(floatClosingKobo),
      carried: formatNaira(carriedKobo),
    },
  }),
};

/** What was done with the backups of the database server that pgBackRest calls `stanza`. */
export const backupActions = {
  /** `bytes`: of the whole database. */
  made: (stanza: string, made: { label: string; type: string; bytes: number; seconds: number }): NewAction => ({
    action: 'backup.run',
    subject: stanza,
    subjectId: made.label,
    details: { type: made.type, bytes: String(made.bytes), seconds: made.seconds.toFixed(1) },
  }),
  /** A restore that was tried. `label` null: no backup was found. */
  verified: (
    stanza: string,
    tried: { label: string | null; sound: boolean; newestPurchaseAt: Date | null },
  ): NewAction => ({
    action: 'backup.verify',
    subject: stanza,
    ...(tried.label !== null && { subjectId: tried.label }),
    after: { sound: tried.sound, newest_purchase: tried.newestPurchaseAt?.toISOString() ?? null },
  }),
};
