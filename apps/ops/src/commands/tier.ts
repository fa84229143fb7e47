import { listTiers, type TierSummary } from '@topup/core/account';
import { addTier, changeMarkup, previewMarkup } from '@topup/core/catalogue';
import { formatPercent } from '@topup/core/shared';
import { lineArgument, nameArgument, percentArgument } from '../arguments';
import { changes, command, group, needed, reads } from '../declare';
import { listOf, type Report } from '../output';
import { done } from '../refusal';
import { changePrices, DRY_RUN } from './reports/change-prices';

const toReport = ({ tier }: { tier: TierSummary }): Report => ({
  json: toJson(tier),
  text: `Tier "${tier.name}" adds ${formatPercent(tier.markupBps)} % to the cost of data plans.`,
});

const toJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: formatPercent(tier.markupBps) });

export const tierCommands = group('tier', 'the price levels of accounts, and their markup on data plans', [
  changes(
    'create',
    'add a tier',
    [
      needed('--name <name>', 'its name', nameArgument),
      needed('--markup <percent>', 'the percentage that it adds to the cost of data plans', percentArgument),
    ],
    async (db, by, { name, markup: markupBps }) => toReport(done(await addTier(db, by, { name, markupBps }))),
  ),
  command(
    'set-markup',
    'change the markup of a tier, for plans without a price of their own',
    [
      needed('--tier <tier>', 'the tier', lineArgument),
      needed('--markup <percent>', 'the new percentage', percentArgument),
      DRY_RUN,
    ],
    ({ tier, markup: markupBps, dryRun, ...as }) => {
      const change = { tier, markupBps };
      return changePrices<{ kind: 'changed'; tier: TierSummary }>(
        as,
        dryRun,
        { preview: (deps) => previewMarkup(deps, change), make: (db, by) => changeMarkup(db, by, change) },
        toReport,
      );
    },
  ),
  reads('list', 'list all tiers', [], async (db) => {
    const tiers = (await listTiers(db)).map(toJson);
    return listOf(tiers, ['name', ['MARKUP', ({ markupPercent }) => `${markupPercent} %`]], 'There are no tiers.');
  }),
]);
