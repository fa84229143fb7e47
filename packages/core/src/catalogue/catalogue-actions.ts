import type { Facts, NewAction } from '../audit/action.store';
import { byApproval, moved } from '../audit/describe';
import { formatNaira, formatPercent } from '../shared/money';

/** The audit entry of each change of prices. Null: nothing was changed. */
export const priceActions = {
  tierCreated: ({ name, markupBps }: { name: string; markupBps: number }): NewAction => ({
    action: 'tier.create',
    subject: name,
    after: { markup_percent: formatPercent(markupBps) },
  }),
  markup: (was: { name: string; markupBps: number }, markupBps: number) =>
    moved(
      { action: 'tier.markup', subject: was.name },
      { markup_percent: formatPercent(was.markupBps) },
      { markup_percent: formatPercent(markupBps) },
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

/** The audit entry of each change of a data plan. */
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
