import { clearPlanPrice, listOwnPrices, type OwnPrice, type OwnPriceRow, setPlanPrice } from '@topup/core/catalogue';
import { assertNever, formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, percentArgument } from '../arguments';
import { percent, type Report, reporting, table } from '../output';
import { Misuse, noSuchPlan, noSuchTier, Refusal } from '../refusal';
import { withDatabase } from '../with-database';

export function priceCommands(program: Command): void {
  const price = program.command('price').description('what a tier pays for one data plan, other than by its markup');
  price
    .command('set')
    .description('give a tier a price of its own for a plan: exact, or a markup over cost')
    .requiredOption('--tier <tier>', 'whose price', lineArgument)
    .requiredOption('--plan <plan_id>', 'of which plan', lineArgument)
    .option('--price <naira>', 'the exact price', nairaArgument)
    .option('--markup <percent>', 'what is added to its cost', percentArgument)
    .option('--force', 'sell at that exact price even when it is, or comes to be, below cost')
    .action(reporting(set));
  price
    .command('clear')
    .description('go back to the tier’s markup for a plan')
    .requiredOption('--tier <tier>', 'whose price', lineArgument)
    .requiredOption('--plan <plan_id>', 'of which plan', lineArgument)
    .action(reporting(clear));
  price
    .command('list')
    .description('list the prices that a tier has of its own (`catalogue list --tier` lists them all)')
    .requiredOption('--tier <tier>', 'whose prices', lineArgument)
    .action(reporting(list));
}

type Of = { tier: string; plan: string };

async function set({
  tier,
  plan,
  price,
  markup,
  force = false,
}: Of & { price?: bigint; markup?: number; force?: boolean }): Promise<Report> {
  const own = ownPrice(price, markup);
  if (force && markup !== undefined) throw new Misuse('--force goes with --price: a markup never sells below cost.');
  const outcome = await withDatabase((db) => setPlanPrice(db, tier, plan, own, { belowCostAllowed: force }));
  switch (outcome.kind) {
    case 'set': {
      const [paid, cost] = [formatNaira(outcome.priceKobo), formatNaira(outcome.costKobo)];
      return {
        json: { tier, planId: plan, price: paid, cost },
        text: `Tier "${tier}" pays NGN ${paid} for plan "${plan}", which costs us ${cost}.`,
      };
    }
    case 'below_cost':
      throw new Refusal(
        `Plan "${plan}" costs us NGN ${formatNaira(outcome.costKobo)}, so the price is below cost and nothing was changed: --force sells it at a loss.`,
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
  throw new Misuse('Say --price or --markup, one of the two.');
}

async function clear({ tier, plan }: Of): Promise<Report> {
  const outcome = await withDatabase((db) => clearPlanPrice(db, tier, plan));
  switch (outcome.kind) {
    case 'cleared':
    case 'not_set': {
      const paid = formatNaira(outcome.priceKobo);
      const cleared = outcome.kind === 'cleared';
      return {
        json: { tier, planId: plan, cleared, price: paid },
        text: `Tier "${tier}" ${cleared ? 'has no price of its own any more' : 'had no price of its own'} for plan "${plan}" and pays NGN ${paid} by its markup.`,
      };
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
  const none = `Tier "${tier}" has no prices of its own: it pays its markup for every plan.`;
  return { json: prices.map(asJson), text: table(headings, prices.map(asRow), none) };
}

const asJson = ({ costKobo, priceKobo, markupBps, ...price }: OwnPriceRow) => ({
  ...price,
  cost: formatNaira(costKobo),
  price: formatNaira(priceKobo),
  markupPercent: markupBps === null ? null : percent(markupBps),
});

const asRow = (price: OwnPriceRow): string[] => [
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
