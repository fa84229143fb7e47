import { type OpenAmountProduct, openAmountProducts, products } from '@topup/core/product';
import { parsed, type Setting, withDefault } from '@topup/runtime/settings';

/** Least and greatest amount of one purchase in kobo, by service. */
export type Bounds = Record<string, { min: bigint; max: bigint }>;

export type BoundsByProduct = Record<OpenAmountProduct, Bounds>;

type Name = `${OpenAmountProduct}_BOUNDS`;

/** One setting for each product that is sold for any amount. */
export const bounds = Object.fromEntries(openAmountProducts.map(toSetting)) as Record<Name, Setting<Bounds>>;

export const boundsByProduct = (settings: Record<Name, Bounds>): BoundsByProduct =>
  Object.fromEntries(openAmountProducts.map((product) => [product, settings[`${product}_BOUNDS`]])) as BoundsByProduct;

function toSetting(product: OpenAmountProduct): [Name, Setting<Bounds>] {
  const { words, services, price } = products[product];
  if (services === null || typeof price === 'string') throw new Error(`${product} has no services with bounds`);
  const { min, max } = price;
  const [first, second = first] = services;
  const text =
    `The least and the greatest amount of one ${words} purchase, by service, in whole naira: ` +
    `\`${first}:${min * 2}-${max},${second}:${min}-${max / 2}\`. Other services have ${min}-${max}.`;
  return [`${product}_BOUNDS`, withDefault(parsed(boundsOf(services, rangeOf(min, max))), '', text)];
}

/** Reads `name:min-max` items. A service that the text leaves out keeps the range of the product. */
function boundsOf(services: readonly string[], range: Bounds[string]): (text: string) => Bounds {
  return (text) => {
    const all = Object.fromEntries(services.map((name) => [name, range]));
    for (const item of text.split(',').filter((part) => part.trim() !== '')) {
      const [name, range] = readItem(item, services);
      all[name] = range;
    }
    return all;
  };
}

function readItem(item: string, names: readonly string[]): [string, Bounds[string]] {
  const [, name, min, max] = /^\s*([^:\s]+):(\d{1,7})-(\d{1,7})\s*$/.exec(item) ?? [];
  if (name === undefined || !names.includes(name))
    throw new Error(`must be like ${names[0]}:50-50000 with ${names.join(', ')}, not "${item}"`);
  const range = rangeOf(Number(min), Number(max));
  if (range.min < 1n || range.max < range.min) throw new Error(`must have ranges that are not empty, not "${item}"`);
  return [name, range];
}

function rangeOf(minNaira: number, maxNaira: number): Bounds[string] {
  return { min: BigInt(minNaira) * 100n, max: BigInt(maxNaira) * 100n };
}
