import {
  changePrice,
  clearPrice,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceRow,
  previewClear,
  previewPrice,
} from '@topup/core/catalogue';
import { refusalText } from '@topup/core/errors';
import { formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, percentArgument } from '../arguments';
import { percent, type Report, reporting, table } from '../output';
import { Misuse, refusalOf } from '../refusal';
import { type ActingAs, withDatabase } from '../with-database';
import { changePrices, DRY_RUN, type DryRun } from './reports/change-prices';

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

type Set = Of & { price?: bigint; markup?: number; force?: boolean; note?: string };

async function set({ tier, plan: planId, price, markup, force = false, note, ...options }: Set): Promise<Report> {
  const order = { tier, planId, price: ownPrice(price, markup), force };
  if (force && markup !== undefined)
    throw new Misuse(`--force needs --price. ${refusalText({ kind: 'force_needs_price' })}`);
  return changePrices<{ kind: 'set'; priceKobo: bigint; costKobo: bigint }>(
    options,
    {
      preview: (deps, by) => previewPrice(deps, by, order),
      make: (db, by) => changePrice(db, by, order, { note }),
    },
    ({ priceKobo, costKobo }) => {
      const [paid, cost] = [formatNaira(priceKobo), formatNaira(costKobo)];
      return {
        json: { tier, planId, price: paid, cost },
        text: `Tier "${tier}" pays NGN ${paid} for plan "${planId}", which costs us ${cost}.`,
      };
    },
  );
}

function ownPrice(priceKobo: bigint | undefined, markupBps: number | undefined): OwnPrice {
  if (priceKobo !== undefined && markupBps === undefined) return { priceKobo };
  if (priceKobo === undefined && markupBps !== undefined) return { markupBps };
  throw new Misuse('Give either --price or --markup.');
}

function clear({ tier, plan: planId, ...options }: Of): Promise<Report> {
  return changePrices<{ kind: 'cleared' | 'not_set'; priceKobo: bigint }>(
    options,
    {
      preview: (deps) => previewClear(deps, { tier, planId }),
      make: (db, by) => clearPrice(db, by, { tier, planId }),
    },
    ({ kind, priceKobo }) => {
      const [paid, cleared] = [formatNaira(priceKobo), kind === 'cleared'];
      return {
        json: { tier, planId, cleared, price: paid },
        text: `Tier "${tier}" ${cleared ? 'no longer has a' : 'had no'} price of its own for plan "${planId}". It pays its markup: NGN ${paid}.`,
      };
    },
  );
}

async function list({ tier }: { tier: string }): Promise<Report> {
  const prices = await withDatabase((db) => listOwnPrices(db, tier));
  if (prices === null) throw refusalOf({ kind: 'no_such_tier', tier });
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
