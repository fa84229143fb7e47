import { type ProductType, products } from '../../product/products';

/**
 * The facts in a name of a data plan or a package. `sizeKb`, in units of 1,000 bytes, and `days` are null where the
 * name says nothing, or two things. `words`: the rest of it, in its order.
 */
type NameFacts = { sizeKb: number | null; days: number | null; words: string[] };

/** `N100`, `₦1,000.00` or `1,000 Naira`: the price of one provider, and sometimes an old one. */
const PRICE =
  /(?<![\w.])(?:NGN|N|₦|#)\s?\d[\d,]*(?:\.\d+)?(?!\w|\.\d)|(?<![\w.,])\d[\d,]*(?:\.\d+)?\s?(?:[Nn]aira|NAIRA)\b/g;
const SIZE = /(?<![\w.,])(\d{1,6})(?:\.(\d{1,3}))?\s?(KB|MB|GB|TB)\b/gi;
const KB: Readonly<Record<string, number>> = { KB: 1, MB: 1_000, GB: 1_000_000, TB: 1_000_000_000 };
const TIME = /(?<![\w.,])(\d{1,4})[\s-]?(hours?|hrs?|days?|weeks?|wks?|months?|mths?|years?|yrs?)\b/gi;
/** By the first letter of the unit. */
const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, m: 30 * 24, y: 365 * 24 };
/** A validity in a word, in days. It gives way to one in numbers. */
const TURNS: readonly [RegExp, number][] = [
  [/\bdaily\b/gi, 1],
  [/\bweekly\b/gi, 7],
  [/\bmonthly\b/gi, 30],
  [/\b(?:quarterly)\b/gi, 90],
  [/\b(?:yearly|annual)\b/gi, 365],
];
const NETWORK = /\b(?:mtn|glo|airtel|9\s?mobile|etisalat|t2|nigeria)\b/gi;
/** Words of a name that state no fact and do not tell two plans of a network apart. */
const FILLER = new Set('data plan plans bundle bundles mobile internet valid validity for of'.split(' '));

/** The same name without anybody's price. */
export const withoutPrice = (name: string): string => tidy(name.replace(PRICE, ' '));

/** One space between words, and no separator at either end. */
const tidy = (text: string): string =>
  text
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: [-–:,]+)+(?= [-–:,]+ )/g, '')
    .replace(/^[\s\-–:,]+|[\s\-–:,]+$/g, '');

/** Reads a name as VTpass, Monnify and Reloadly write it: `N1000 1.5GB - 30 days`, `MTN 6GB Weekly (7 Days)`. */
export function readProductName(name: string): NameFacts {
  const bare = name.replace(PRICE, ' ').replace(NETWORK, ' ');
  const sizes = [...bare.matchAll(SIZE)].map(([, whole = '', part = '', unit = '']) => kbOf(whole, part, unit));
  const times = [...bare.matchAll(TIME)].map(([, count = '', unit = '']) => hoursOf(Number(count), unit) / 24);
  let rest = bare.replace(SIZE, ' ').replace(TIME, ' ');
  const turns: number[] = [];
  for (const [word, days] of TURNS) {
    if (rest.match(word) !== null) turns.push(days);
    rest = rest.replace(word, ' ');
  }
  const words = rest.split(/[^\p{L}\p{N}+]+/u).filter((word) => word !== '' && !FILLER.has(word.toLowerCase()));
  return { sizeKb: onlyOne(sizes), days: times.length > 0 ? onlyOne(times) : onlyOne(turns), words };
}

/** The size and validity that a name says, in our wording; null where it says nothing, or two things. */
export function describeName(name: string): { size: string | null; validity: string | null } {
  const { sizeKb, days } = readProductName(name);
  return { size: sizeKb === null ? null : sizeText(sizeKb), validity: days === null ? null : daysText(days) };
}

/** How long a text says that something lasts, in days; null when it says something else too. */
export function readDays(text: string): number | null {
  const { sizeKb, days, words } = readProductName(text);
  return sizeKb === null && words.length === 0 ? days : null;
}

/** `1.5 GB`. */
export function sizeText(sizeKb: number): string {
  const [unit, kb] = sizeKb >= 1_000_000 ? ['GB', 1_000_000] : sizeKb >= 1_000 ? ['MB', 1_000] : ['KB', 1];
  return `${sizeKb / (kb as number)} ${unit}`;
}

/** `30 days`, `1 day`, `12 hours`. */
export function daysText(days: number): string {
  const [count, unit] = Number.isInteger(days) ? [days, 'day'] : [Math.round(days * 24), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const kbOf = (whole: string, part: string, unit: string): number =>
  // in thousandths first: 1.35 GB is exactly 1,350,000 KB
  (Number(`${whole}${part.padEnd(3, '0')}`) * (KB[unit.toUpperCase()] ?? 0)) / 1_000;

const hoursOf = (count: number, unit: string): number => count * (HOURS[unit.charAt(0).toLowerCase()] ?? 0);

function onlyOne(values: number[]): number | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

// ---- whether two names say the same product

/** Words that names of packages have, or lack, for the same package. */
const OF_PACKAGES = /\b(?:dstv|gotv|star\s?times|package|bouquet|subscription)\b/gi;
const MONTH = 30;

/** Whether two names say the same product of one service, in the words of any provider. */
export function sameName(productType: ProductType, one: string, other: string): boolean {
  const { price } = products[productType];
  if (price === 'plan') return planKey(one) === planKey(other);
  if (price === 'package') return packageKey(one) === packageKey(other);
  return plain(one) === plain(other);
}

/** Equal for two names of the same data plan: by size, validity and what else they say. */
export function planKey(name: string): string {
  const { sizeKb, days, words } = readProductName(name);
  return sizeKb === null || days === null ? plain(name) : JSON.stringify([sizeKb, days, wordsOf(words)]);
}

/** Whether a name says what a data plan gives and for how long. */
export function isReadable(name: string): boolean {
  const { sizeKb, days } = readProductName(name);
  return sizeKb !== null && days !== null;
}

/** The same for packages. One that says no time is for a month. */
export function packageKey(name: string): string {
  const { days, words } = readProductName(name.replace(OF_PACKAGES, ' '));
  return JSON.stringify([days ?? MONTH, wordsOf(words)]);
}

const wordsOf = (words: string[]): string[] => [...new Set(words.map((word) => word.toLowerCase()))].sort();

const plain = (name: string): string => withoutPrice(name).toLowerCase();
