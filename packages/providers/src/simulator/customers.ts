/** The owner of a meter or smartcard: an invented person, always the same for the same number. */
export type Customer = { name: string; address: string };

const FIRST_NAMES = ['AMINA', 'BOLA', 'CHINEDU', 'EBELE', 'FEMI', 'HAUWA', 'KELECHI', 'MUSA', 'NGOZI', 'TUNDE'];
const SURNAMES = ['ADEYEMI', 'BELLO', 'EKWUEME', 'IDRIS', 'LAWAL', 'NWOSU', 'OJO', 'SULEIMAN', 'UDO', 'YUSUF'];
const STREETS = ['Aba Road', 'Allen Avenue', 'Herbert Macaulay Way', 'Market Road', 'Unity Street'];

export function customerOf(number: string): Customer {
  const seed = seedOf(number);
  const name = `${pick(SURNAMES, seed)} ${pick(FIRST_NAMES, Math.floor(seed / 10))}`;
  return { name, address: `${(seed % 120) + 1} ${pick(STREETS, Math.floor(seed / 100))}` };
}

/** The entry for a number, always the same while the list is. @throws RangeError for an empty list */
export function pickFor<T>(number: string, list: readonly T[]): T {
  return pick(list, seedOf(number));
}

function pick<T>(list: readonly T[], seed: number): T {
  const found = list[seed % list.length];
  if (found === undefined) throw new RangeError('an empty list');
  return found;
}

/** Depends on every digit, so that similar numbers have different owners. */
const seedOf = (number: string): number =>
  [...number].reduce((seed, digit) => (seed * 37 + digit.charCodeAt(0)) % 999_983, 11);
