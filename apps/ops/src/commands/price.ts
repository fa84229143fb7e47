import {
  changePrice,
  clearPrice,
  effectOfPrice,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceRow,
  previewClear,
  previewPrice,
} from '@topup/core/catalogue';
import { refusalText } from '@topup/core/errors';
import { formatNaira, formatPercent } from '@topup/core/shared';
import { lineArgument, nairaArgument, percentArgument } from '../arguments';
import { command, group, needed, option, reads } from '../declare';
import { listOf } from '../output';
import { Misuse, refusalOf } from '../refusal';
import { changePrices, DRY_RUN, isLoss } from './reports/change-prices';

const TIER = needed('--tier <tier>', 'the tier', lineArgument);
const PLAN = needed('--plan <plan_id>', 'the plan', lineArgument);

export const priceCommands = group('price', 'prices of a tier for single data plans, instead of its markup', [
  command(
    'set',
    'set the price of a plan for a tier; a large loss needs an approval',
    [
      TIER,
      PLAN,
      option('--price <naira>', 'the exact price', nairaArgument),
      option('--markup <percent>', 'the percentage to add to the cost', percentArgument),
      option('--force', 'sell at that price even below cost, now or later'),
      option('--note <text>', 'why; needed if you lose more than 10 % of the cost', lineArgument),
      DRY_RUN,
    ],
    async ({ tier, plan: planId, price, markup, force = false, note, dryRun, ...as }) => {
      const order = { tier, planId, price: ownPrice(price, markup), force };
      if (force && markup !== undefined)
        throw new Misuse(`--force needs --price. ${refusalText({ kind: 'force_needs_price' })}`);
      return changePrices<{ kind: 'set'; priceKobo: bigint; costKobo: bigint }>(
        as,
        dryRun,
        {
          preview: (deps, by) => previewPrice(deps, by, order),
          effectOf: async (deps, refused) =>
            price !== undefined && isLoss(refused) ? effectOfPrice(deps, order, price) : null,
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
    },
  ),
  command(
    'clear',
    'go back to the markup of the tier for a plan',
    [TIER, PLAN, DRY_RUN],
    ({ tier, plan: planId, dryRun, ...as }) =>
      changePrices<{ kind: 'cleared' | 'not_set'; priceKobo: bigint }>(
        as,
        dryRun,
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
      ),
  ),
  reads('list', 'list the prices that were set for a tier', [TIER], async (db, { tier }) => {
    const prices = await listOwnPrices(db, tier);
    if (prices === null) throw refusalOf({ kind: 'no_such_tier', tier });
    const none = `No prices were set for tier "${tier}": it pays its markup for every plan.`;
    return listOf(prices.map(toJson), ['id', 'planId', 'network', 'name', 'cost', 'price', ['HOW', howSet]], none);
  }),
]);

function ownPrice(priceKobo: bigint | undefined, markupBps: number | undefined): OwnPrice {
  if (priceKobo !== undefined && markupBps === undefined) return { priceKobo };
  if (priceKobo === undefined && markupBps !== undefined) return { markupBps };
  throw new Misuse('Give either --price or --markup.');
}

const toJson = ({ markupBps, ...price }: OwnPriceRow) => ({
  ...price,
  markupPercent: markupBps === null ? null : formatPercent(markupBps),
});

function howSet({
  markupPercent,
  belowCostAllowed,
}: Pick<ReturnType<typeof toJson>, 'markupPercent' | 'belowCostAllowed'>): string {
  if (markupPercent !== null) return `cost + ${markupPercent} %`;
  return belowCostAllowed ? 'exact, may be below cost' : 'exact';
}
