import { effectToJson, type PriceEffect } from '@topup/core/catalogue';
import { table } from '../../output';

/** What a change of prices does, for people: a line for each plan, and whom it touches. */
export function effectToText(effect: PriceEffect): string {
  const { plans, accounts, sold } = effectToJson(effect);
  if (plans.length === 0) return 'No price changes.';
  const isCounted = sold.days > 0;
  const headings = ['PLAN', 'COST', 'PRICE', 'MARGIN', '% OF PRICE', isCounted ? `SOLD IN ${sold.days} DAYS` : 'SOLD'];
  const rows = plans.map(({ planId, cost, before, after, purchases }) => [
    planId,
    cost,
    `${before.price} → ${after.price}`,
    `${before.margin} → ${after.margin}`,
    `${before.marginPercent ?? '-'} → ${after.marginPercent ?? '-'}`,
    isCounted ? String(purchases) : '-',
  ]);
  const more = accounts.count - accounts.names.length;
  const names = `${accounts.names.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return [
    table(headings, rows, ''),
    accounts.count === 0
      ? `No account is in tier "${effect.tier}".`
      : `Accounts of tier "${effect.tier}": ${accounts.count} (${names}).`,
    isCounted
      ? `Their ${sold.purchases} purchases of ${sold.days} days would earn NGN ${sold.marginBefore} before and ` +
        `${sold.marginAfter} after, at the present cost.`
      : 'What they bought was not counted: the database was too busy.',
  ].join('\n');
}
