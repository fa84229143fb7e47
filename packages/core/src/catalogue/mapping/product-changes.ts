import type { ListedProduct } from '../../provider/provider.port';
import { distinct } from '../distinct-variations';
import { isManyGone } from '../plan-changes';
import { sameName } from './read-product-name';

/** A product of a provider as it is stored. `isGone`: the provider did not list it the last time. */
export type StoredProduct = ListedProduct & { id: number; isGone: boolean };

/**
 * `changed` includes products that are listed again; `doubted` of them may be another product now, so their mappings
 * no longer hold. `contradictory`: codes that are listed twice and differ, and so are not listed.
 */
export type ProductChanges = {
  added: ListedProduct[];
  changed: { before: StoredProduct; now: ListedProduct }[];
  unchanged: StoredProduct[];
  gone: StoredProduct[];
  doubted: StoredProduct[];
  contradictory: string[];
};

/**
 * A product is found by its code and the amount that selects it. One that is missing under its amount is found by code
 * and name if there is only one: then its price has changed.
 */
export function productChanges(stored: StoredProduct[], list: readonly ListedProduct[]): ProductChanges {
  const forMoney = list.filter(({ costKobo }) => costKobo === null || costKobo > 0n);
  const { listed, contradictory } = distinct(forMoney, keyOf, isSame);
  const codes = contradictory.map(({ product }) => product.code);
  const changes: ProductChanges = {
    added: [],
    changed: [],
    unchanged: [],
    gone: [],
    doubted: [],
    contradictory: codes,
  };
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  const missing = stored.filter((row) => !row.isGone && !listed.has(keyOf(row)));
  const unknown = [...listed.values()].filter((now) => !byKey.has(keyOf(now)));
  const found = new Set<StoredProduct>();
  for (const now of listed.values()) {
    const before = byKey.get(keyOf(now)) ?? repriced(now, missing, unknown);
    if (before === undefined) {
      changes.added.push(now);
      continue;
    }
    found.add(before);
    if (!before.isGone && isSame(before, now)) changes.unchanged.push(before);
    else changes.changed.push({ before, now });
    if (!meansTheSame(before, now)) changes.doubted.push(before);
  }
  changes.gone = missing.filter((row) => !found.has(row));
  return changes;
}

/** Whether so many products would be gone that the list is left alone. */
export function goneProducts({ changed, unchanged, gone }: ProductChanges) {
  const products = changed.filter(({ before }) => !before.isGone).length + unchanged.length + gone.length;
  return { products, gone: gone.length, tooMany: isManyGone(gone.length, products) };
}

/** The one product of the same code and name whose amount is gone, when it has one new amount. */
function repriced(now: ListedProduct, missing: StoredProduct[], unknown: ListedProduct[]): StoredProduct | undefined {
  const isLike = (other: ListedProduct) =>
    other.productType === now.productType && other.product.code === now.product.code && other.name === now.name;
  const [before, ...others] = missing.filter(isLike);
  return others.length === 0 && unknown.filter(isLike).length === 1 ? before : undefined;
}

const keyOf = ({ productType, product }: ListedProduct): string =>
  JSON.stringify([productType, product.code, product.amount]);

const FACTS = ['serviceId', 'name', 'costKobo', 'leastKobo', 'mostKobo', 'meterType'] as const;

const isSame = (one: ListedProduct, other: ListedProduct): boolean =>
  one.product.amount === other.product.amount && FACTS.every((fact) => one[fact] === other[fact]);

/** A cost that falls by more than half is more likely another product than a better price. */
const meansTheSame = (before: ListedProduct, now: ListedProduct): boolean =>
  before.serviceId === now.serviceId &&
  before.meterType === now.meterType &&
  (before.costKobo === null) === (now.costKobo === null) &&
  (before.costKobo === null || now.costKobo === null || now.costKobo * 2n >= before.costKobo) &&
  sameName(now.productType, before.name, now.name);
