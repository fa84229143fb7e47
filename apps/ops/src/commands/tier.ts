import { listTiers, type TierSummary } from '@topup/core/account';
import { addTier, changeMarkup, previewMarkup } from '@topup/core/catalogue';
import type { Command } from 'commander';
import { lineArgument, nameArgument, percentArgument } from '../arguments';
import { percent, type Report, reporting, table } from '../output';
import { done } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';
import { changePrices, DRY_RUN, type DryRun } from './reports/change-prices';

export function tierCommands(program: Command): void {
  const tier = program.command('tier').description('what accounts pay for data plans');
  tier
    .command('create')
    .description('add a tier')
    .requiredOption('--name <name>', 'its name', nameArgument)
    .requiredOption('--markup <percent>', 'what is added to the cost of a data plan', percentArgument)
    .action(reporting(create));
  tier
    .command('set-markup')
    .description('change what a tier adds to the cost of every plan that has no price of its own')
    .requiredOption('--tier <tier>', 'the tier', lineArgument)
    .requiredOption('--markup <percent>', 'what is added from now on', percentArgument)
    .option(...DRY_RUN)
    .action(reporting(setMarkup));
  tier.command('list').description('list all tiers').action(reporting(list));
}

async function create({ name, markup, ...as }: ActingAs & { name: string; markup: number }): Promise<Report> {
  return toReport(done(await changeDatabase(as, (db, by) => addTier(db, by, { name, markupBps: markup }))));
}

type SetMarkup = ActingAs & DryRun & { tier: string; markup: number };

function setMarkup({ tier, markup, ...options }: SetMarkup): Promise<Report> {
  const change = { tier, markupBps: markup };
  return changePrices<{ kind: 'changed'; tier: TierSummary }>(
    options,
    { preview: (deps) => previewMarkup(deps, change), make: (db, by) => changeMarkup(db, by, change) },
    toReport,
  );
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const tiers = await listTiers(db);
    const rows = tiers.map((tier) => [tier.name, `${percent(tier.markupBps)} %`]);
    return { json: tiers.map(toJson), text: table(['NAME', 'MARKUP'], rows, 'There are no tiers.') };
  });
}

const toReport = ({ tier }: { tier: TierSummary }): Report => ({
  json: toJson(tier),
  text: `Tier "${tier.name}" adds ${percent(tier.markupBps)} % to the cost of data plans.`,
});

const toJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: percent(tier.markupBps) });
