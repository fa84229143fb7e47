import { createTier, listTiers, type TierSummary } from '@topup/core';
import type { Command } from 'commander';
import { nameArgument, percentArgument } from '../arguments';
import { type Report, reporting, table } from '../output';
import { Refusal } from '../refusal';
import { withDatabase } from '../with-database';

export function tierCommands(program: Command): void {
  const tier = program.command('tier').description('what accounts pay for data plans');
  tier
    .command('create')
    .description('add a tier')
    .requiredOption('--name <name>', 'its name', nameArgument)
    .requiredOption('--markup <percent>', 'what is added to the cost of a data plan', percentArgument)
    .action(reporting(create));
  tier.command('list').description('list all tiers').action(reporting(list));
}

function create({ name, markup }: { name: string; markup: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const tier = await createTier(db, { name, markupBps: markup });
    if (tier === 'name_taken') throw new Refusal(`There is a tier "${name}" already: choose another name.`);
    return { json: asJson(tier), text: `Tier "${name}" adds ${percent(tier)} % to the cost of data plans.` };
  });
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const tiers = await listTiers(db);
    const rows = tiers.map((tier) => [tier.name, `${percent(tier)} %`]);
    return { json: tiers.map(asJson), text: table(['NAME', 'MARKUP'], rows, 'There are no tiers.') };
  });
}

const percent = ({ markupBps }: TierSummary) => (markupBps / 100).toFixed(2);

const asJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: percent(tier) });
