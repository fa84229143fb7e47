/**
 * Whether the provider's form of a meter or smartcard number is the number we asked for. Every digit counts: meter
 * 0412… is not meter 412…. A JSON number cannot have leading zeros, so for it they do not count; nor do spaces and
 * dashes.
 */
export function isSameNumber(answered: string | number, asked: string): boolean {
  if (typeof answered === 'number') return String(answered) === bare(asked).replace(/^0+(?=.)/, '');
  return bare(answered) === bare(asked);
}

/** Whether it is certainly another meter: a provider that loses our leading zeros still means ours. */
export function isOtherNumber(answered: string | number, asked: string): boolean {
  return significant(String(answered)) !== significant(asked);
}

/** Whether both are the same phone number: 0803…, 234803…, +234 803…, or a JSON number without the leading zero. */
export function isSamePhone(answered: string | number, asked: string): boolean {
  return national(String(answered)) === national(asked);
}

const bare = (number: string): string => number.replace(/[^0-9a-z]/gi, '').toUpperCase();

const significant = (number: string): string => bare(number).replace(/^0+/, '');

const national = (phone: string): string => bare(phone).replace(/^(?:234|0)+/, '');
