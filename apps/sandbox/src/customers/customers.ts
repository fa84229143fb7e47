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
] as const;
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
] as const;
const STREETS = ['Awolowo Road', 'Broad Street', 'Creek Road', 'Ring Road', 'Zik Avenue'] as const;

export type Customer = { name: string; address: string };

/** The owner of a meter or smartcard: an invented person, always the same for the same number. */
export function customerOf(number: string): Customer {
  const seed = seedOf(number);
  const name = `${pick(SURNAMES, seed)} ${pick(FIRST_NAMES, Math.floor(seed / 10))}`;
  return { name, address: `${(seed % 97) + 1} ${pick(STREETS, Math.floor(seed / 100))}` };
}

/** A whole number that depends on every digit, so that similar numbers get different seeds. */
export function seedOf(number: string): number {
  return [...number].reduce((seed, character) => (seed * 31 + character.charCodeAt(0)) % 1_000_003, 7);
}

/** @throws RangeError for an empty list */
export function pick<Item>(items: readonly Item[], seed: number): Item {
  const item = items[seed % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
