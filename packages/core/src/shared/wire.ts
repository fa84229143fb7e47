import { formatNaira } from './money';

/**
 * Result of `toWire` for a value: an amount such as `costKobo` is naira text named `cost`, any other bigint is its
 * digits, and a time is ISO 8601 in UTC. Below a name that ends in `Kobo` every bigint is an amount.
 */
export type Wire<T> = T extends bigint | Date
  ? string
  : T extends readonly (infer Each)[]
    ? Wire<Each>[]
    : T extends object
      ? { [Name in keyof T as Name extends `${infer Short}Kobo` ? Short : Name]: Wire<T[Name]> }
      : T;

export const pick = <T extends object, Name extends keyof T>(record: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;

/** A record of core as JSON, CSV and pages have it: all of it, so pick first from one that holds a secret. */
export const toWire = <T>(value: T): Wire<T> => write(value, String) as Wire<T>;

function write(value: unknown, bigintText: (value: bigint) => string): unknown {
  if (typeof value === 'bigint') return bigintText(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => write(each, bigintText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      name.endsWith('Kobo')
        ? [name.slice(0, -'Kobo'.length), write(each, formatNaira)]
        : [name, write(each, bigintText)],
    ),
  );
}
