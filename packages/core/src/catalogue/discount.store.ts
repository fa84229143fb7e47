import type { Refused } from '../errors/refusal-catalog';
import { type GuardActor, type GuardRefusal, requireRefusal } from '../operator-guard/guarded-action';
import { type ProductType, products } from '../product/products';
import { type DbOrTransaction, sql } from '../shared/db';
import { formatPercent, parsePercent } from '../shared/money';

/** A service for which a tier may pay less than the face value: a network, a cable product type or a disco. */
export type DiscountKey = { tier: string; productType: ProductType; service: string };

/** `bps`: what the tier saves, in hundredths of a percent. `costBps`: what the dearest provider took then. */
export type Discount = DiscountKey & { bps: number; costBps: number; belowCostAllowed: boolean };

/** The most that a tier can save. */
const MAX_DISCOUNT_BPS = 2_000;

/** Reads what a tier can save, in percent with at most two decimals. @returns basis points; null when it is not that */
export function parseDiscount(text: string): number | null {
  const bps = parsePercent(text);
  return bps === null || bps < 1 || bps > MAX_DISCOUNT_BPS ? null : bps;
}

/** A discount as `ops --json` and the console's API have it. */
export const discountToJson = ({
  tier,
  productType: product,
  service,
  bps,
  belowCostAllowed,
}: Omit<Discount, 'costBps'>) => ({
  tier,
  product,
  service,
  percent: formatPercent(bps),
  belowCostAllowed,
});

/** All discounts, or those of one tier, by tier, product and service. */
export function listDiscounts(db: DbOrTransaction, tier: string | null = null): Promise<Discount[]> {
  return db.$queryRaw<Discount[]>(sql`
    SELECT t.name AS tier, d.product_type AS "productType", d.service, d.bps, d.cost_bps AS "costBps",
           d.below_cost_allowed AS "belowCostAllowed"
      FROM discount d JOIN tier t ON t.id = d.tier_id
     WHERE ${tier}::text IS NULL OR t.name = ${tier}
     ORDER BY t.name, d.product_type, d.service`);
}

export async function findDiscount(db: DbOrTransaction, key: DiscountKey): Promise<Discount | null> {
  const all = await listDiscounts(db, key.tier);
  return all.find(({ productType, service }) => productType === key.productType && service === key.service) ?? null;
}

/** As the audit log has it. */
export const discountFacts = (discount: Pick<Discount, 'bps' | 'belowCostAllowed'> | null) => ({
  discount: discount === null ? 'none' : `${formatPercent(discount.bps)} %`,
  below_cost: discount?.belowCostAllowed ? 'allowed' : 'not allowed',
});

/** All but `set` change nothing. */
export type DiscountOutcome =
  | { kind: 'set'; before: Discount | null; costBps: number }
  | Refused<'discount_below_cost' | 'no_such_tier' | 'takes_no_discount' | 'no_service_of_product'>
  | GuardRefusal;

/**
 * Sets what a tier saves on a service, in place of an earlier discount (set_discount). `allowLoss`: it may exceed the
 * least commission of a provider in the last 30 days.
 */
export async function setDiscount(
  tx: DbOrTransaction,
  { tier, productType, service }: DiscountKey,
  { bps, allowLoss }: { bps: number; allowLoss: boolean },
  actor: GuardActor,
): Promise<DiscountOutcome> {
  const { services } = products[productType];
  if (services === null) return { kind: 'takes_no_discount' };
  if (!services.some((each) => each === service))
    return { kind: 'no_service_of_product', product: productType, service, services: [...services] };
  const before = await findDiscount(tx, { tier, productType, service });
  const [row] = await tx.$queryRaw<{ outcome: string; boundKobo: bigint | null; costBps: number }[]>(sql`
    SELECT outcome, bound_kobo AS "boundKobo", cost_bps AS "costBps"
      FROM set_discount(${tier}, ${productType}, ${service}, ${bps}::integer, ${allowLoss}, ${actor.id}, NULL)`);
  if (row === undefined) throw new Error('set_discount without a row');
  const { outcome, boundKobo, costBps } = row;
  if (outcome === 'set') return { kind: outcome, before, costBps };
  if (outcome === 'no_such_tier') return { kind: outcome, tier };
  if (outcome === 'below_cost') return { kind: 'discount_below_cost', service, bps, costBps };
  return requireRefusal(outcome, boundKobo);
}

/** Removes a discount, so that the tier pays the face value. Null: there was none. */
export async function removeDiscount(tx: DbOrTransaction, key: DiscountKey): Promise<Discount | null> {
  const before = await findDiscount(tx, key);
  const { productType, service, tier } = key;
  const removed = await tx.discount.deleteMany({ where: { tier: { name: tier }, productType, service } });
  return removed.count === 0 ? null : before;
}

/** Discounts of an account on each service, by `product/service`, in hundredths of a percent. */
export async function readDiscountsOf(db: DbOrTransaction, accountId: string): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ service: string; bps: number }[]>(sql`
    SELECT d.product_type || '/' || d.service AS service, d.bps
      FROM account a JOIN discount d ON d.tier_id = a.tier_id WHERE a.id = ${accountId}::uuid`);
  return new Map(rows.map(({ service, bps }) => [service, bps]));
}

/** Returns the charge for a face value, by the same rule as orders_with_charges. */
export const chargeOf = (faceKobo: bigint, bps: number): bigint => faceKobo - (faceKobo * BigInt(bps)) / 10_000n;
