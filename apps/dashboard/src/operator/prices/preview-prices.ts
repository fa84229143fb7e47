import { comparePrices, digestOf, effectToJson, readPriceEffect, withoutSaving } from '@topup/core/reporting';
import type { DbOrTransaction } from '@topup/core/shared';
import type { PricePreview } from '@topup/dashboard-contract';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { previewStale } from '../refusals';

/** What was looked at, as `seen` of the preview. Absent: the change is made unseen. */
export const seenField = Joi.string().max(100);

/**
 * Makes a change of a tier's prices in a transaction that is taken back: so it is judged by the rules of the change
 * itself, and neither it nor a record of it stays.
 */
export async function previewPrices<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tier, planId }: { tier: string; planId?: string },
  change: (tx: DbOrTransaction) => Promise<T>,
): Promise<{ result: T; preview: PricePreview }> {
  const { result, prices } = await withoutSaving(db, (tx) => comparePrices(tx, tier, () => change(tx)));
  const effect = effectToJson(await readPriceEffect({ db, clock }, prices, planId));
  return { result, preview: { ...effect, seen: digestOf(prices) } };
}

/**
 * Makes the change that was looked at.
 * @throws Refusal when it would now do something else, because a price or a cost has changed; nothing is saved then
 */
export async function asPreviewed<T extends { kind: string }>(
  tx: DbOrTransaction,
  { tier, seen }: { tier: string; seen?: string },
  change: () => Promise<T>,
): Promise<T> {
  if (seen === undefined) return change();
  const { result, prices } = await comparePrices(tx, tier, change);
  if (digestOf(prices) !== seen) throw previewStale();
  return result;
}
