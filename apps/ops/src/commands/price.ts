import { priceActions } from '@topup/core/audit';
import {
  type ClearOutcome,
  clearPlanPrice,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceRow,
  type PriceOutcome,
  setPlanPrice,
} from '@topup/core/catalogue';
import { refusalTexts } from '@topup/core/errors';
import { guardActorOf, isGuardRefusal } from '@topup/core/operator-guard';
import { comparePrices } from '@topup/core/reporting';
import { assertNever, formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, percentArgument } from '../arguments';
import { askApproval } from '../guarded';
import { percent, type Report, reporting, table } from '../output';
import { Misuse, noSuchPlan, noSuchTier, Refusal } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';
import { changePrices, DRY_RUN, type DryRun, withEffect } from './reports/change-prices';

export function priceCommands(program: Command): void {
  const price = program
    .command('price')
    .description('prices that a tier has for single data plans, instead of its markup');
  price
    .command('set')
    .description('set the price of one plan for a tier: exact, or as a markup over cost')
    .requiredOption('--tier <tier>', 'the tier', lineArgument)
    .requiredOption('--plan <plan_id>', 'the plan', lineArgument)
    .option('--price <naira>', 'the exact price', nairaArgument)
    .option('--markup <percent>', 'what is added to the cost', percentArgument)
    .option('--force', 'sell at that exact price also when it is below cost, now or later')
    .option(
      '--note <text>',
      'why: for the second operator, whom a loss of more than 10 % of the cost needs',
      lineArgument,
    )
    .option(...DRY_RUN)
    .action(reporting(set));
  price
    .command('clear')
    .description('return to the tier’s markup for a plan')
    .requiredOption('--tier <tier>', 'the tier', lineArgument)
    .requiredOption('--plan <plan_id>', 'the plan', lineArgument)
    .option(...DRY_RUN)
    .action(reporting(clear));
  price
    .command('list')
    .description('list the prices that were set for a tier (`catalogue list --tier` lists all its prices)')
    .requiredOption('--tier <tier>', 'the tier', lineArgument)
    .action(reporting(list));
}

type Of = ActingAs & DryRun & { tier: string; plan: string };

async function set({
  tier,
  plan,
  price,
  markup,
  force = false,
  note,
  dryRun = false,
  ...as
}: Of & { price?: bigint; markup?: number; force?: boolean; note?: string }): Promise<Report> {
  const own = ownPrice(price, markup);
  if (force && markup !== undefined) throw new Misuse(`--force needs --price. ${refusalTexts.force_needs_price()}`);
  const { outcome, effect } = await changePrices<PriceOutcome>(as, { plan, dryRun }, async (tx, { actor }) => {
    const { result, prices } = await comparePrices(tx, tier, () =>
      setPlanPrice(tx, tier, plan, own, { belowCostAllowed: force, actor: guardActorOf(actor) }),
    );
    if (result.kind !== 'set') return { outcome: result, prices: null, action: null };
    const { before, after, costKobo } = result;
    return { outcome: result, prices, action: priceActions.set(tier, plan, before, after, costKobo) };
  });
  if (isGuardRefusal(outcome)) {
    if (dryRun && outcome.kind === 'approval_needed') throw new Refusal(refusalTexts.approval_needed(outcome));
    const step = { kind: 'price', tier, planId: plan, priceKobo: price ?? 0n, costKobo: outcome.costKobo } as const;
    return changeDatabase(as, (db, by) => db.$transaction((tx) => askApproval(tx, by, outcome, step, note)));
  }
  switch (outcome.kind) {
    case 'set': {
      const [paid, cost] = [formatNaira(outcome.priceKobo), formatNaira(outcome.costKobo)];
      return withEffect(effect, dryRun, {
        json: { tier, planId: plan, price: paid, cost },
        text: `Tier "${tier}" pays NGN ${paid} for plan "${plan}", which costs us ${cost}.`,
      });
    }
    case 'below_cost':
      throw new Refusal(
        `${refusalTexts.below_cost({ planId: plan, costKobo: outcome.costKobo })} --force sells it at a loss.`,
      );
    case 'no_such_tier':
      throw noSuchTier(tier);
    case 'no_such_plan':
      throw noSuchPlan(plan);
    default:
      return assertNever(outcome);
  }
}

function ownPrice(priceKobo: bigint | undefined, markupBps: number | undefined): OwnPrice {
  if (priceKobo !== undefined && markupBps === undefined) return { priceKobo };
  if (priceKobo === undefined && markupBps !== undefined) return { markupBps };
  throw new Misuse('Give either --price or --markup.');
}

async function clear({ tier, plan, dryRun = false, ...as }: Of): Promise<Report> {
  const { outcome, effect } = await changePrices<ClearOutcome>(as, { plan, dryRun }, async (tx) => {
    const { result, prices } = await comparePrices(tx, tier, () => clearPlanPrice(tx, tier, plan));
    if (result.kind !== 'cleared') return { outcome: result, prices: null, action: null };
    return { outcome: result, prices, action: priceActions.cleared(tier, plan, result.before, result.after) };
  });
  switch (outcome.kind) {
    case 'cleared':
    case 'not_set': {
      const paid = formatNaira(outcome.priceKobo);
      const cleared = outcome.kind === 'cleared';
      return withEffect(effect, dryRun, {
        json: { tier, planId: plan, cleared, price: paid },
        text: `Tier "${tier}" ${cleared ? 'no longer has a' : 'had no'} price of its own for plan "${plan}". It pays its markup: NGN ${paid}.`,
      });
    }
    case 'no_such_tier':
      throw noSuchTier(tier);
    case 'no_such_plan':
      throw noSuchPlan(plan);
    default:
      return assertNever(outcome);
  }
}

async function list({ tier }: { tier: string }): Promise<Report> {
  const prices = await withDatabase((db) => listOwnPrices(db, tier));
  if (prices === null) throw noSuchTier(tier);
  const headings = ['ID', 'PLAN ID', 'NETWORK', 'NAME', 'COST', 'PRICE', 'HOW'];
  const none = `No prices were set for tier "${tier}": it pays its markup for every plan.`;
  return { json: prices.map(toJson), text: table(headings, prices.map(toRow), none) };
}

const toJson = ({ costKobo, priceKobo, markupBps, ...price }: OwnPriceRow) => ({
  ...price,
  cost: formatNaira(costKobo),
  price: formatNaira(priceKobo),
  markupPercent: markupBps === null ? null : percent(markupBps),
});

const toRow = (price: OwnPriceRow): string[] => [
  String(price.id),
  price.planId ?? '-',
  price.network,
  price.name,
  formatNaira(price.costKobo),
  formatNaira(price.priceKobo),
  howSet(price),
];

function howSet({ markupBps, belowCostAllowed }: OwnPriceRow): string {
  if (markupBps !== null) return `cost + ${percent(markupBps)} %`;
  return belowCostAllowed ? 'exact, may be below cost' : 'exact';
}
