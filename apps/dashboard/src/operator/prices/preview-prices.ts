import { comparePrices, effectToJson, readPriceEffect, withoutSaving } from '@topup/core/reporting';
import type { DbOrTransaction } from '@topup/core/shared';
import type { PricePreview } from '@topup/dashboard-contract';
import type { Deps } from '../../deps';

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
  return { result, preview: effectToJson(await readPriceEffect({ db, clock }, prices, planId)) };
}
