/**
 * Whether the provider's form of a meter or smartcard number is the one we asked for. Digit for digit: the meter 0412… is not the meter 412….
 * Only a JSON number is forgiven its leading zeros, which it cannot have; spaces and dashes do not count.
 */
export function isSameNumber(answered: string | number, asked: string): boolean {
  if (typeof answered === 'number') return String(answered) === bare(asked).replace(/^0+(?=.)/, '');
  return bare(answered) === bare(asked);
}

/** One phone number however written: 0803…, 234803…, +234 803…, or a JSON number that has lost its leading zero. */
export function isSamePhone(answered: string | number, asked: string): boolean {
  return national(String(answered)) === national(asked);
}

const bare = (number: string): string => number.replace(/[^0-9a-z]/gi, '').toUpperCase();

const national = (phone: string): string => bare(phone).replace(/^(?:234|0)+/, '');
