import { createTier, listTiers, setTierMarkup, type TierSummary } from '@topup/core/account';
import type { Command } from 'commander';
import { lineArgument, nameArgument, percentArgument } from '../arguments';
import { percent, type Report, reporting, table } from '../output';
import { noSuchTier, Refusal } from '../refusal';
import { withDatabase } from '../with-database';

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
    .requiredOption('--tier <tier>', 'which tier', lineArgument)
    .requiredOption('--markup <percent>', 'what is added from now on', percentArgument)
    .action(reporting(setMarkup));
  tier.command('list').description('list all tiers').action(reporting(list));
}

function create({ name, markup }: { name: string; markup: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const tier = await createTier(db, { name, markupBps: markup });
    if (tier === 'name_taken') throw new Refusal(`There is a tier "${name}" already: choose another name.`);
    return described(tier);
  });
}

function setMarkup({ tier: name, markup }: { tier: string; markup: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const tier = await setTierMarkup(db, { name, markupBps: markup });
    if (tier === null) throw noSuchTier(name);
    return described(tier);
  });
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const tiers = await listTiers(db);
    const rows = tiers.map((tier) => [tier.name, `${percent(tier.markupBps)} %`]);
    return { json: tiers.map(asJson), text: table(['NAME', 'MARKUP'], rows, 'There are no tiers.') };
  });
}

const described = (tier: TierSummary): Report => ({
  json: asJson(tier),
  text: `Tier "${tier.name}" adds ${percent(tier.markupBps)} % to the cost of data plans.`,
});

const asJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: percent(tier.markupBps) });
