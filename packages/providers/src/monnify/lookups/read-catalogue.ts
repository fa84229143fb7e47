import { type ProductType, products } from '@topup/core/product';
import type { ListedProduct, Lookup } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { readKobo } from '../../http/exact';
import { field, isRecord, readText } from '../../http/json';
import { billerIn, networkIn } from '../../names-of-services';
import type { Answer } from '../answer/read-answer';

/** Its categories of what we sell. Data is filed under two of them. */
const PRODUCT_TYPES: Readonly<Record<string, ProductType>> = {
  AIRTIME: 'AIRTIME',
  DATA: 'DATA',
  DATA_BUNDLE: 'DATA',
  CABLE_TV: 'CABLE_TV',
  ELECTRICITY: 'ELECTRICITY',
};

/** One page of a list. `next`: the number of the next page; null at the end. */
export type Page = { rows: readonly unknown[]; next: number | null; total: number };

/**
 * Reads a page of billers or products. Pages are counted from 0, against the documentation, as answers of the sandbox
 * show. Any other shape is refused: half a catalogue would take plans out of sale.
 */
export function readPage({ ok, httpStatus, body }: Answer): Lookup<Page> {
  if (!ok) return { kind: 'unavailable', reason: `HTTP ${httpStatus}: not successful` };
  const rows = field(body, 'content');
  const next = field(body, 'nextPage');
  const total = field(body, 'totalElements');
  const isCount = (value: unknown): value is string => typeof value === 'string' && /^[0-9]{1,6}$/.test(value);
  if (!Array.isArray(rows) || !isCount(total) || (next !== null && !isCount(next)))
    return { kind: 'unavailable', reason: 'the page has another shape than Monnify’s' };
  return { kind: 'found', value: { rows, next: next === null ? null : Number(next), total: Number(total) } };
}

/** The codes of the billers that sell what we sell. */
export const billerCodes = (rows: readonly unknown[]): string[] =>
  rows.flatMap((row) => {
    const categories = field(row, 'categories');
    const sells = (Array.isArray(categories) ? categories : []).some((category) => typeOf(category) !== undefined);
    const code = readText(field(row, 'code'));
    return sells && code !== '' ? [code] : [];
  });

/** The products of one biller that are ours; entries that are not readable are left out. */
export const readProducts = (rows: readonly unknown[]): ListedProduct[] => rows.flatMap(readProduct);

function readProduct(row: unknown): ListedProduct[] {
  if (!isRecord(row)) return [];
  const productType = typeOf(field(row, 'category'));
  const code = readText(field(row, 'code'));
  const name = readText(field(row, 'name'));
  const isFixed = field(row, 'priceType') === 'FIXED';
  const price = readKobo(field(row, 'price'));
  if (productType === undefined || code === '' || name === '' || (isFixed && price === null)) return [];
  if (!isFixed && field(row, 'priceType') !== 'OPEN') return [];
  const biller = `${readText(field(field(row, 'biller'), 'name'))} ${readText(field(field(row, 'biller'), 'code'))}`;
  const listed: ListedProduct = {
    productType,
    serviceId: serviceOf(productType, `${biller} ${name}`),
    product: { code, amount: isFixed && price !== null ? formatNaira(price) : null },
    name,
    costKobo: isFixed ? price : null,
    leastKobo: readKobo(field(row, 'minAmount')),
    mostKobo: readKobo(field(row, 'maxAmount')),
    meterType: products[productType].recipient === 'meter' ? meterTypeOf(`${code} ${name}`) : null,
  };
  return [listed];
}

const typeOf = (category: unknown): ProductType | undefined => PRODUCT_TYPES[readText(field(category, 'code'))];

function serviceOf(productType: ProductType, names: string): string | null {
  if (productType === 'AIRTIME') return networkIn(names)?.airtime ?? null;
  if (productType === 'DATA') return networkIn(names)?.data ?? null;
  return billerIn(names) ?? null;
}

function meterTypeOf(names: string): 'prepaid' | 'postpaid' | null {
  const [pre, post] = [/\bpre(?:paid)?\b/i.test(names), /\bpost(?:paid)?\b/i.test(names)];
  return pre === post ? null : pre ? 'prepaid' : 'postpaid';
}
