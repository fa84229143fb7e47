import type { By } from '@topup/core/audit';
import { effectToJson, type Preview, type PriceEffect } from '@topup/core/catalogue';
import { isRefused, type Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import { type Clock, type Db, systemClock } from '@topup/core/shared';
import { option } from '../../declare';
import { reportGuarded } from '../../guarded';
import type { Report } from '../../output';
import { refusalOf } from '../../refusal';
import { effectToText } from './price-effect';

/** The option of each command that changes prices. */
export const DRY_RUN = option('--dry-run', 'only show what it does to prices, margins and accounts');

type Change<Result> = {
  preview(deps: { db: Db; clock: Clock }, by: By): Promise<Preview<Result> | Refused>;
  make(db: Db, by: By): Promise<Result | AskedApproval | Refused>;
};

/** Looks up the effect of a change of prices, and then makes it. A dry run stops before. */
export const changePrices =
  <Result extends { kind: string }>(
    dryRun: boolean | undefined,
    { preview, make }: Change<Result>,
    report: (result: Result) => Report,
  ) =>
  async (db: Db, by: By): Promise<Report> => {
    // first, so that nothing was changed when it fails
    const previewed = await preview({ db, clock: systemClock }, by);
    if (isRefused(previewed) && dryRun) throw refusalOf(previewed);
    const effect = isRefused(previewed) || previewed.result.kind === 'not_set' ? null : previewed.effect;
    if (!isRefused(previewed) && dryRun) return withEffect(effect, dryRun, report(previewed.result));
    return reportGuarded<Result>(await make(db, by), by, (made) => withEffect(effect, false, report(made as Result)));
  };

/** The report of a change with its effect: what was saved, or what would be. */
function withEffect(effect: PriceEffect | null, dryRun: boolean, { json, text }: Report): Report {
  const said = dryRun ? 'Nothing was changed: this was a dry run. Without --dry-run:' : null;
  return {
    json: { ...(json as object), ...(effect && { effect: effectToJson(effect) }), ...(dryRun && { dryRun }) },
    text: [said, text, effect && effectToText(effect)].filter((part) => part !== null).join('\n'),
  };
}
