import type { By } from '@topup/core/audit';
import { effectToJson, type Preview, type PriceEffect } from '@topup/core/catalogue';
import { isRefused, type Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import { type Clock, type Db, systemClock } from '@topup/core/shared';
import { option } from '../../declare';
import { type Report, tableOf } from '../../output';
import { refusalOf, reportGuarded } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';

export const DRY_RUN = option('--dry-run', 'only show the effect');

type Deps = { db: Db; clock: Clock };

type Change<Result> = {
  preview(deps: Deps, by: By): Promise<Preview<Result> | Refused>;
  /** The effect of a change that the preview refused, for a dry run. */
  effectOf?(deps: Deps, refused: Refused): Promise<PriceEffect | null>;
  make(db: Db, by: By): Promise<Result | AskedApproval | Refused>;
};

/** Looks up the effect of a change of prices, and then makes it. A dry run stops before. */
export const changePrices = <Result extends { kind: string }>(
  as: ActingAs,
  dryRun: boolean | undefined,
  { preview, effectOf, make }: Change<Result>,
  report: (result: Result) => Report,
): Promise<Report> =>
  changeDatabase(as, async (db, by) => {
    // first, so that nothing was changed when it fails
    const deps = { db, clock: systemClock };
    const previewed = await preview(deps, by);
    if (isRefused(previewed) && dryRun) {
      const effect = await effectOf?.(deps, previewed);
      return refusedDryRun(previewed, effect ? toReport(effect) : null);
    }
    const effect = isRefused(previewed) || previewed.result.kind === 'not_set' ? null : toReport(previewed.effect);
    if (!isRefused(previewed) && dryRun) return withEffect(effect, dryRun, report(previewed.result));
    return reportGuarded<Result>(await make(db, by), by, (made) => withEffect(effect, false, report(made as Result)));
  });

/** Refusals of a price or discount because of what it loses. */
const LOSSES: readonly string[] = ['below_cost', 'discount_below_cost', 'approval_needed', 'cap_exceeded'];

/** Whether the change is refused because of what it loses, so that its effect is known. */
export const isLoss = ({ kind }: Refused): boolean => LOSSES.includes(kind);

/** Shows what the change would do, and then why it is refused. @throws Refusal when nothing is known of its effect */
export function refusedDryRun(refused: Refused, effect: Pick<Report, 'json' | 'text'> | null): Report {
  const refusal = refusalOf(refused);
  if (effect === null) throw refusal;
  return {
    json: { refused: refused.kind, effect: effect.json, dryRun: true },
    text: `This was a dry run of a change that is refused. If it were made:\n${effect.text}`,
    problem: refusal.message,
  };
}

const toReport = (effect: PriceEffect) => ({ json: effectToJson(effect), text: effectToText(effect) });

/** The report of a change with its effect: what was saved, or what would be. */
export function withEffect(
  effect: Pick<Report, 'json' | 'text'> | null,
  dryRun: boolean,
  { json, text }: Pick<Report, 'json' | 'text'>,
): Report {
  const said = dryRun ? 'Nothing was changed: this was a dry run. Without --dry-run:' : null;
  return {
    json: { ...(json as object), ...(effect && { effect: effect.json }), ...(dryRun && { dryRun }) },
    text: [said, text, effect?.text ?? null].filter((part) => part !== null).join('\n'),
  };
}

/** Describes the effect of a price change for people: a line for each plan, and the accounts that it touches. */
function effectToText(effect: PriceEffect): string {
  const { plans, accounts, sold } = effectToJson(effect);
  if (plans.length === 0) return 'No price changes.';
  const isCounted = sold.days > 0;
  const change = (of: (sum: (typeof plans)[number]['before']) => string | null) => (plan: (typeof plans)[number]) =>
    `${of(plan.before) ?? '-'} → ${of(plan.after) ?? '-'}`;
  const more = accounts.count - accounts.names.length;
  const names = `${accounts.names.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return [
    tableOf(
      plans,
      [
        ['PLAN', 'planId'],
        'cost',
        ['PRICE', change(({ price }) => price)],
        ['MARGIN', change(({ margin }) => margin)],
        ['% OF PRICE', change(({ marginPercent }) => marginPercent)],
        isCounted ? [`SOLD IN ${sold.days} DAYS`, 'purchases'] : ['SOLD', () => null],
      ],
      '',
    ),
    accounts.count === 0
      ? `No account is in tier "${effect.tier}".`
      : `Accounts of tier "${effect.tier}": ${accounts.count} (${names}).`,
    isCounted
      ? `Their ${sold.purchases} purchases of ${sold.days} days would earn NGN ${sold.marginBefore} before and ` +
        `${sold.marginAfter} after, at the present cost.`
      : 'What they bought was not counted: the database was too busy.',
  ].join('\n');
}
