import { listTiers, type TierSummary } from '@topup/core/account';
import { addTier, changeMarkup, previewMarkup } from '@topup/core/catalogue';
import { formatPercent } from '@topup/core/shared';
import { lineArgument, nameArgument, percentArgument } from '../arguments';
import { changes, group, needed, reads } from '../declare';
import { listOf, type Report } from '../output';
import { done } from '../refusal';
import { changePrices, DRY_RUN } from './reports/change-prices';

const toReport = ({ tier }: { tier: TierSummary }): Report => ({
  json: toJson(tier),
  text: `Tier "${tier.name}" adds ${formatPercent(tier.markupBps)} % to the cost of data plans.`,
});

const toJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: formatPercent(tier.markupBps) });

export const tierCommands = group('tier', 'what accounts pay for data plans', [
  changes(
    'create',
    'add a tier',
    [
      needed('--name <name>', 'its name', nameArgument),
      needed('--markup <percent>', 'what is added to the cost of a data plan', percentArgument),
    ],
    ({ name, markup: markupBps }) =>
      async (db, by) =>
        toReport(done(await addTier(db, by, { name, markupBps }))),
  ),
  changes(
    'set-markup',
    'change what a tier adds to the cost of every plan that has no price of its own',
    [
      needed('--tier <tier>', 'the tier', lineArgument),
      needed('--markup <percent>', 'what is added from now on', percentArgument),
      DRY_RUN,
    ],
    ({ tier, markup: markupBps, dryRun }) => {
      const change = { tier, markupBps };
      return changePrices<{ kind: 'changed'; tier: TierSummary }>(
        dryRun,
        { preview: (deps) => previewMarkup(deps, change), make: (db, by) => changeMarkup(db, by, change) },
        toReport,
      );
    },
  ),
  reads('list', 'list all tiers', [], () => async (db) => {
    const tiers = (await listTiers(db)).map(toJson);
    return listOf(tiers, ['name', ['MARKUP', ({ markupPercent }) => `${markupPercent} %`]], 'There are no tiers.');
  }),
]);
