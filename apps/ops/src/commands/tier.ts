import { createTier, listTiers, setTierMarkup, type TierSummary } from '@topup/core/account';
import { priceActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { comparePrices } from '@topup/core/reporting';
import type { Command } from 'commander';
import { lineArgument, nameArgument, percentArgument } from '../arguments';
import { percent, type Report, reporting, table } from '../output';
import { noSuchTier, Refusal } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';
import { changePrices, DRY_RUN, type DryRun, withEffect } from './reports/change-prices';

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

function create({ name, markup, ...as }: ActingAs & { name: string; markup: number }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const tier = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await createTier(tx, { name, markupBps: markup });
      return { result, action: result.kind === 'created' ? priceActions.tierCreated(result) : null };
    });
    if (tier.kind === 'name_taken') throw new Refusal(refusalTexts.tier_name_taken({ name }));
    return toReport(tier);
  });
}

type SetMarkup = ActingAs & DryRun & { tier: string; markup: number };

async function setMarkup({ tier: name, markup, dryRun = false, ...as }: SetMarkup): Promise<Report> {
  const { outcome, effect } = await changePrices(as, { dryRun }, async (tx) => {
    const old = (await listTiers(tx)).find((each) => each.name === name);
    const { result, prices } = await comparePrices(tx, name, () => setTierMarkup(tx, { name, markupBps: markup }));
    if (old === undefined) return { outcome: result, prices: null, action: null };
    return { outcome: result, prices, action: priceActions.markup(old, markup) };
  });
  if (outcome.kind === 'no_such_tier') throw noSuchTier(name);
  return withEffect(effect, dryRun, toReport(outcome));
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const tiers = await listTiers(db);
    const rows = tiers.map((tier) => [tier.name, `${percent(tier.markupBps)} %`]);
    return { json: tiers.map(toJson), text: table(['NAME', 'MARKUP'], rows, 'There are no tiers.') };
  });
}

const toReport = (tier: TierSummary): Report => ({
  json: toJson(tier),
  text: `Tier "${tier.name}" adds ${percent(tier.markupBps)} % to the cost of data plans.`,
});

const toJson = (tier: TierSummary) => ({ id: tier.id, name: tier.name, markupPercent: percent(tier.markupBps) });
