import type { ProductType } from '../../product/products';
import { readProductName, withoutPrice } from './read-product-name';

/** Words that names of packages have, or lack, for the same package. */
const OF_PACKAGES = /\b(?:dstv|gotv|star\s?times|package|bouquet|subscription)\b/gi;
const MONTH = 30;

/** Whether two names say the same product of one service, whoever wrote them. */
export function sameName(productType: ProductType, one: string, other: string): boolean {
  if (productType === 'DATA') return planKey(one) === planKey(other);
  if (productType === 'CABLE_TV') return packageKey(one) === packageKey(other);
  return plain(one) === plain(other);
}

/** Equal for two names of the same data plan: by size, validity and whatever else they say. */
export function planKey(name: string): string {
  const { sizeKb, days, words } = readProductName(name);
  return sizeKb === null || days === null ? plain(name) : JSON.stringify([sizeKb, days, wordsOf(words)]);
}

/** Whether a name says what a data plan gives and for how long. */
export function isReadable(name: string): boolean {
  const { sizeKb, days } = readProductName(name);
  return sizeKb !== null && days !== null;
}

/** The same for packages of cable TV. One that says no time is for a month. */
export function packageKey(name: string): string {
  const { days, words } = readProductName(name.replace(OF_PACKAGES, ' '));
  return JSON.stringify([days ?? MONTH, wordsOf(words)]);
}

const wordsOf = (words: string[]): string[] => [...new Set(words.map((word) => word.toLowerCase()))].sort();

const plain = (name: string): string => withoutPrice(name).toLowerCase();
