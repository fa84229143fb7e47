import { byApproval, type Facts, moved, type NewAction } from '../audit/action.store';
import { formatNaira, formatPercent } from '../shared/money';
import { type DiscountKey, discountFacts } from './discount.store';

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

/** The audit entry of each change of a discount. Null: nothing was changed. */
export const discountActions = {
  set: (
    { tier, productType, service }: DiscountKey,
    before: Parameters<typeof discountFacts>[0],
    after: Parameters<typeof discountFacts>[0],
    approval?: string,
  ) =>
    moved(
      {
        action: after === null ? 'discount.remove' : 'discount.set',
        subject: service,
        details: { tier, product: productType, ...byApproval(approval).details },
      },
      discountFacts(before),
      discountFacts(after),
    ),
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
  retired: (id: number) => planMoved('retire', id, `plan ${id}`, { state: 'announced' }, { state: 'gone' }),
  withdrawn: (id: number, planId: string) => planMoved('withdraw', id, planId, { plan_id: planId }, { plan_id: null }),
  restored: (id: number, planId: string) => planMoved('restore', id, planId, { plan_id: null }, { plan_id: planId }),
  /** An operator has looked at why it was on hold. The hold itself is recorded by the database (stop_plan). */
  resumed: (planId: string, { id, reasons }: { id: number; reasons: string[] }) =>
    planMoved('resume', id, planId, { stopped: reasons.join(', ') }, { stopped: null }),
};

function planMoved(verb: string, id: number, subject: string, before: Facts, after: Facts): NewAction {
  return { action: `plan.${verb}`, subject, subjectId: String(id), before, after };
}

type Mapped = { ours: string; provider: string; theirs: string };

/** Decisions on mappings; null: all were decided so before. `make`: by hand. */
export function mappingAction(verb: 'confirm' | 'reject' | 'make', mappings: readonly Mapped[]): NewAction | null {
  const [first, ...others] = mappings;
  if (first === undefined) return null;
  const named = mappings.map(({ ours, provider, theirs }) => `${ours} = ${provider} ${theirs}`);
  return {
    action: `mapping.${verb}`,
    subject: others.length === 0 ? first.ours : `${mappings.length} mappings`,
    after: { status: verb === 'reject' ? 'rejected' : 'confirmed' },
    details: { mappings: first20(named, '; ') },
  };
}

const first20 = (names: readonly (string | null)[], separator: string): string =>
  names.slice(0, 20).join(separator) + (names.length > 20 ? ` and ${names.length - 20} more` : '');

/** The changes of a sync, as numbers or as names; null: nothing. */
export function syncAction(
  subject: string,
  changes: Record<string, number | readonly (string | null)[]>,
): NewAction | null {
  const texts = Object.entries(changes).map(([kind, of]) => [kind, typeof of === 'number' ? of : first20(of, ', ')]);
  const details = texts.flatMap(([kind, text]) => (text ? [[kind, String(text)]] : []));
  return details.length === 0 ? null : { action: 'catalogue.change', subject, details: Object.fromEntries(details) };
}
