import { airtime, electricity } from '@topup/core/product';
import { parsed, withDefault } from '@topup/runtime/settings';

/** Least and greatest amount of one purchase in kobo, by network or disco. */
export type Bounds = Record<string, { min: bigint; max: bigint }>;

export const bounds = {
  AIRTIME_BOUNDS: withDefault(
    parsed(boundsOf(airtime)),
    '',
    `The least and the greatest airtime purchase of a network, in whole naira: \`mtn:50-50000,glo:10-20000\`. Other networks have ${usual(airtime)}.`,
  ),
  ELECTRICITY_BOUNDS: withDefault(
    parsed(boundsOf(electricity)),
    '',
    `The same for electricity, by disco: \`ikeja-electric:500-400000\`. Other discos have ${usual(electricity)}.`,
  ),
};

/** The same by product, for all that are sold for any amount. */
export const boundsByProduct = ({ AIRTIME_BOUNDS, ELECTRICITY_BOUNDS }: Record<keyof typeof bounds, Bounds>) => ({
  AIRTIME: AIRTIME_BOUNDS,
  ELECTRICITY: ELECTRICITY_BOUNDS,
});

export type BoundsByProduct = ReturnType<typeof boundsByProduct>;

/** A product of any amount: its services, and the least and greatest amount in whole naira. */
type OpenProduct = { services: readonly string[]; price: { min: number; max: number } };

/** Reads `name:min-max` items. A service that the text leaves out keeps the range of the product. */
function boundsOf({ services, price: { min, max } }: OpenProduct): (text: string) => Bounds {
  return (text) => {
    const all = Object.fromEntries(services.map((name) => [name, rangeOf(min, max)]));
    for (const item of text.split(',').filter((part) => part.trim() !== '')) {
      const [name, range] = readItem(item, services);
      all[name] = range;
    }
    return all;
  };
}

function readItem(item: string, names: readonly string[]): [string, Bounds[string]] {
  const [, name, min, max] = /^\s*([a-z-]+):(\d{1,7})-(\d{1,7})\s*$/.exec(item) ?? [];
  if (name === undefined || !names.includes(name))
    throw new Error(`must be like ${names[0]}:50-50000 with ${names.join(', ')}, not "${item}"`);
  const range = rangeOf(Number(min), Number(max));
  if (range.min < 1n || range.max < range.min) throw new Error(`must have ranges that are not empty, not "${item}"`);
  return [name, range];
}

function usual({ price: { min, max } }: OpenProduct): string {
  return `${min}-${max}`;
}

const rangeOf = (minNaira: number, maxNaira: number) => ({
  min: BigInt(minNaira) * 100n,
  max: BigInt(maxNaira) * 100n,
});
