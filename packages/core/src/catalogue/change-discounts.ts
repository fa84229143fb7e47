import type { By } from '../audit/actor';
import { recording, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { type GuardActor, type GuardRefusal, guardActorOf, isGuardRefusal } from '../operator-guard/guarded-action';
import { type AskedApproval, type Tried, tryGuarded } from '../operator-guard/try-guarded';
import type { Db, DbOrTransaction } from '../shared/db';
import { formatNaira, formatPercent } from '../shared/money';
import { discountActions } from './catalogue-actions';
import { chargeOf, type DiscountKey, type DiscountOutcome, removeDiscount, setDiscount } from './discount.store';
import { withoutSaving } from './price-effect';
import { addUp, readServiceCost, type ServiceSales, sumMonth, type TierSales } from './service-sales.store';

/** `bps`: hundredths of a percent. `allowLoss`: it may exceed the least commission of a provider. */
export type DiscountOrder = DiscountKey & { bps: number; allowLoss: boolean };

type ChangedDiscount = Exclude<DiscountOutcome, GuardRefusal>;

const change =
  ({ tier, productType, service, bps, allowLoss }: DiscountOrder, actor: GuardActor) =>
  async (tx: DbOrTransaction): Promise<Tried<ChangedDiscount>> => {
    const key = { tier, productType, service };
    const outcome = await setDiscount(tx, key, { bps, allowLoss }, actor);
    if (isGuardRefusal(outcome)) return { refusal: outcome, guarded: { kind: 'discount', ...key, bps } };
    return recording(outcome, ({ before }) => discountActions.set(key, before, { bps, belowCostAllowed: allowLoss }));
  };

/** Sets a discount, or asks, with the note, for the approval that a great loss needs. */
export const changeDiscount = (
  db: Db,
  by: By,
  order: DiscountOrder,
  note: string | undefined,
): Promise<ChangedDiscount | AskedApproval | GuardRefusal> =>
  tryGuarded<ChangedDiscount>(db, by, note, (tx, actor) => change(order, actor)(tx));

/** Lets a tier pay the face value again. */
export const clearDiscount = (
  db: Db,
  by: By,
  key: DiscountKey,
): Promise<{ kind: 'removed' } | Refused<'no_such_discount'>> =>
  withFreshAuditLog<{ kind: 'removed' } | Refused<'no_such_discount'>>(db, by, async (tx) => {
    const before = await removeDiscount(tx, key);
    if (before === null) return recording({ kind: 'no_such_discount', ...key }, () => null);
    return recording({ kind: 'removed' }, () => discountActions.set(key, before, null));
  });

/**
 * Effect of a discount on the sales of the last 30 days: the margin of the tier on the service as it was, and with this
 * discount. `costBps`: what the service costs at its dearest provider, in hundredths of a percent.
 */
export type DiscountEffect = { costBps: number; sold: ServiceSales; marginBeforeKobo: bigint; marginAfterKobo: bigint };

/** `refusal`: why the change would not be made as it is asked for; null: it would. Nothing is saved. */
export async function previewDiscount(db: Db, by: By, order: DiscountOrder) {
  const tried = await withoutSaving(db, (tx) => change(order, guardActorOf(by.actor))(tx));
  const refusal = 'refusal' in tried ? tried.refusal : tried.result.kind === 'set' ? null : tried.result;
  return { refusal, effect: await effectOf(db, order) };
}

async function effectOf(db: Db, { tier, productType, service, bps }: DiscountOrder): Promise<DiscountEffect> {
  const isOf = (each: TierSales) => each.tier === tier && each.productType === productType && each.service === service;
  const sold = addUp((await sumMonth(db)).filter(isOf));
  return {
    costBps: await readServiceCost(db, productType, service),
    sold,
    marginBeforeKobo: sold.chargedKobo - sold.costKobo,
    marginAfterKobo: chargeOf(sold.faceKobo, bps) - sold.costKobo,
  };
}

/** An effect as `ops --json` and the console's API have it. */
export const discountEffectToJson = ({ costBps, sold, marginBeforeKobo, marginAfterKobo }: DiscountEffect) => ({
  commissionPercent: formatPercent(10_000 - costBps),
  sold: {
    days: 30,
    purchases: sold.purchases,
    face: formatNaira(sold.faceKobo),
    marginBefore: formatNaira(marginBeforeKobo),
    marginAfter: formatNaira(marginAfterKobo),
  },
});
