/** Typed naira as the server reads it: "50,000" is "50000.00". Null when it is not an amount. */
export function readAmount(typed: string): string | null {
  const [, whole, kobo = ''] = /^₦?(\d[\d,\s]*)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? null : nairaOf(koboOf(`${whole.replaceAll(/[,\s]/g, '')}.${kobo.padEnd(2, '0')}`));
}

/** Reads an amount that moves money, so is above zero. `fault`: a form's text for anything else, with `examples`. */
export function readAmountAboveZero(typed: string, examples: string): { amount: string | null; fault?: string } {
  const amount = readAmount(typed);
  if (amount !== null && !isZero(amount)) return { amount };
  return { amount: null, fault: `Enter an amount above zero, such as ${examples}.` };
}

/** The sum of two amounts of naira text. Computed in kobo, because money is never a float. */
export const addNaira = (one: string, other: string): string => nairaOf(koboOf(one) + koboOf(other));

/** The first less the second, which may be below zero. */
export const subtractNaira = (one: string, other: string): string => nairaOf(koboOf(one) - koboOf(other));

export const isZero = (naira: string): boolean => koboOf(naira) === 0n;

export const isAboveZero = (naira: string): boolean => koboOf(naira) > 0n;

/** True when the first is less than the second. */
export const isLess = (one: string, other: string): boolean => koboOf(one) < koboOf(other);

const koboOf = (naira: string): bigint => BigInt(naira.replace('.', ''));

function nairaOf(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0');
  return `${kobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
