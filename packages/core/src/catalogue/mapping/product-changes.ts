import type { ListedProduct } from '../../provider/provider.port';
import { isManyGone } from '../plan-changes';
import { sameName } from './same-name';

/** A product of a provider as it is stored. `isGone`: the provider did not list it the last time. */
export type StoredProduct = ListedProduct & { id: number; isGone: boolean };

/**
 * What makes the stored products of a provider equal to its list. `changed` includes products that are listed again.
 * `doubted`: of them, those that may be another product now, so their mappings no longer hold. `contradictory`: the
 * codes that are listed twice and differ; they are not listed.
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
 * Compares the stored products of a provider with its list. A product is found by its code and the amount that selects
 * it. One that is missing under its amount is found by code and name if there is only one: then its price has changed.
 */
export function productChanges(stored: StoredProduct[], list: readonly ListedProduct[]): ProductChanges {
  const { listed, contradictory } = distinctProducts(list);
  const changes: ProductChanges = { added: [], changed: [], unchanged: [], gone: [], doubted: [], contradictory };
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

/** What is free, and a code with one amount that stands there twice with other facts, is left out. */
function distinctProducts(list: readonly ListedProduct[]) {
  const listed = new Map<string, ListedProduct>();
  const contradictory = new Set<string>();
  for (const product of list.filter(({ costKobo }) => costKobo === null || costKobo > 0n)) {
    const key = keyOf(product);
    const first = listed.get(key);
    if (first === undefined) listed.set(key, product);
    else if (!isSame(first, product)) contradictory.add(key);
  }
  const codes = [...contradictory].flatMap((key) => listed.get(key)?.product.code ?? []);
  for (const key of contradictory) listed.delete(key);
  return { listed, contradictory: codes };
}

const keyOf = ({ productType, product }: ListedProduct): string =>
  JSON.stringify([productType, product.code, product.amount]);

const isSame = (one: ListedProduct, other: ListedProduct): boolean =>
  one.serviceId === other.serviceId &&
  one.product.amount === other.product.amount &&
  one.name === other.name &&
  one.costKobo === other.costKobo &&
  one.leastKobo === other.leastKobo &&
  one.mostKobo === other.mostKobo &&
  one.meterType === other.meterType;

/** A cost that falls by more than half is more likely another product than a better price. */
const meansTheSame = (before: ListedProduct, now: ListedProduct): boolean =>
  before.serviceId === now.serviceId &&
  before.meterType === now.meterType &&
  (before.costKobo === null) === (now.costKobo === null) &&
  (before.costKobo === null || now.costKobo === null || now.costKobo * 2n >= before.costKobo) &&
  sameName(now.productType, before.name, now.name);
