import { airtimeNetworks, discos } from '@topup/core/catalogue';
import { parsed, withDefault } from '@topup/runtime/settings';

/** Least and greatest amount of one purchase in kobo, by network or disco. */
export type Bounds = Record<string, { min: bigint; max: bigint }>;

export const bounds = {
  AIRTIME_BOUNDS: withDefault(
    parsed(boundsOf(airtimeNetworks, { min: 10, max: 50_000 })),
    '',
    'Least and greatest airtime purchase in whole naira per network, such as mtn:50-50000,glo:10-20000. A network that is not named has 10-50000.',
  ),
  ELECTRICITY_BOUNDS: withDefault(
    parsed(boundsOf(discos, { min: 1_000, max: 500_000 })),
    '',
    'The same per disco, such as ikeja-electric:500-400000. A disco that is not named has 1000-500000.',
  ),
};

/** Reads `name:min-max` items. A name that the text leaves out keeps the default range, which is in whole naira. */
function boundsOf(names: readonly string[], { min, max }: { min: number; max: number }): (text: string) => Bounds {
  return (text) => {
    const all = Object.fromEntries(names.map((name) => [name, rangeOf(min, max)]));
    for (const item of text.split(',').filter((part) => part.trim() !== '')) {
      const [name, range] = readItem(item, names);
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

const rangeOf = (minNaira: number, maxNaira: number) => ({
  min: BigInt(minNaira) * 100n,
  max: BigInt(maxNaira) * 100n,
});
