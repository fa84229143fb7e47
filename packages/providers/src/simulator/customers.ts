/** The owner of a meter or smartcard: an invented person, always the same for the same number. */
type Customer = { name: string; address: string };

const FIRST_NAMES = [
  'ADAEZE',
  'BABATUNDE',
  'CHIDI',
  'DANLADI',
  'EFE',
  'FATIMA',
  'GBENGA',
  'HALIMA',
  'IFEOMA',
  'JIBRIN',
];
const SURNAMES = [
  'ABUBAKAR',
  'BALOGUN',
  'CHUKWU',
  'DANJUMA',
  'EZE',
  'FASHOLA',
  'GARBA',
  'IBRAHIM',
  'JOHNSON',
  'OKAFOR',
];
const STREETS = ['Awolowo Road', 'Broad Street', 'Creek Road', 'Ring Road', 'Zik Avenue'];

/** Names and rules are those of the sandbox, so that a number has the same owner in both. */
export function customerOf(number: string): Customer {
  const seed = seedOf(number);
  const name = `${pick(SURNAMES, seed)} ${pick(FIRST_NAMES, Math.floor(seed / 10))}`;
  return { name, address: `${(seed % 97) + 1} ${pick(STREETS, Math.floor(seed / 100))}` };
}

/** A whole number that depends on every digit, so that similar numbers get different seeds. */
export const seedOf = (number: string): number =>
  [...number].reduce((seed, character) => (seed * 31 + character.charCodeAt(0)) % 1_000_003, 7);

/** @throws RangeError for an empty list */
export function pick<T>(list: readonly T[], seed: number): T {
  const found = list[seed % list.length];
  if (found === undefined) throw new RangeError('an empty list');
  return found;
}
