import {
  changeDiscount,
  clearDiscount,
  type DiscountEffect,
  discountEffectToJson,
  discountToJson,
  listDiscounts,
  previewDiscount,
} from '@topup/core/catalogue';
import { formatPercent } from '@topup/core/shared';
import { discountArgument, lineArgument, productArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { listOf } from '../output';
import { soldProductArgument } from '../providers';
import { done, reportGuarded } from '../refusal';
import { changeDatabase } from '../with-database';
import { DRY_RUN, isLoss, refusedDryRun, withEffect } from './reports/change-prices';

const TIER = needed('--tier <tier>', 'the tier', lineArgument);
const product = (read: typeof productArgument) =>
  needed('--product <product>', 'the product, such as airtime; data plans take none', read);
const SERVICE = needed('--service <service>', 'the network, cable product type or disco, such as mtn', lineArgument);

export const discountCommands = group('discount', 'what a tier saves on the face value of a service', [
  command(
    'set',
    'set the discount of a tier on a service; a large loss needs an approval',
    [
      TIER,
      product(soldProductArgument),
      SERVICE,
      needed('--percent <percent>', 'of the face value, from 0.01 to 20', discountArgument),
      option('--allow-loss', 'sell at that discount even below cost, now or later'),
      option('--note <text>', 'why; needed if you lose more than 10 % of the cost', lineArgument),
      DRY_RUN,
    ],
    ({ tier, product: productType, service, percent: bps, allowLoss = false, note, dryRun = false, ...as }) =>
      changeDatabase(as, async (db, by) => {
        const order = { tier, productType, service, bps, allowLoss };
        // first, so that nothing was changed when it fails
        const { refusal, effect } = await previewDiscount(db, by, order);
        const percent = formatPercent(bps);
        const made = {
          json: { tier, product: productType, service, percent },
          text: `Tier "${tier}" saves ${percent} % on ${productType} ${service}.`,
        };
        const report = () => withEffect(toReport(effect), dryRun, made);
        if (dryRun && refusal !== null) return refusedDryRun(refusal, isLoss(refusal) ? toReport(effect) : null);
        return dryRun ? report() : reportGuarded(await changeDiscount(db, by, order, note), by, report);
      }),
  ),
  changes(
    'remove',
    'let a tier pay the face value of a service again',
    [TIER, product(productArgument), SERVICE],
    async (db, by, { tier, product: productType, service }) => {
      done(await clearDiscount(db, by, { tier, productType, service }));
      return {
        json: { tier, product: productType, service, percent: null },
        text: `Tier "${tier}" pays the face value of ${productType} ${service}.`,
      };
    },
  ),
  reads('list', 'list the discounts of all tiers', [], async (db) =>
    listOf(
      (await listDiscounts(db)).map(discountToJson),
      [
        'tier',
        'product',
        'service',
        'percent',
        ['BELOW COST', ({ belowCostAllowed }) => (belowCostAllowed ? 'allowed' : '-')],
      ],
      'No tier has a discount.',
    ),
  ),
]);

function toReport(effect: DiscountEffect) {
  const json = discountEffectToJson(effect);
  const { commissionPercent, sold } = json;
  const lines = [
    `The least commission of a provider was ${commissionPercent} % in the last ${sold.days} days.`,
    `The tier bought for NGN ${sold.face}, on which you earned ${sold.marginBefore}. With this discount: ${sold.marginAfter}.`,
  ];
  return { json, text: lines.join('\n') };
}
