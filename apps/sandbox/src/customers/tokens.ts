import { randomInt } from 'node:crypto';
import type { TokenForm } from './token-forms';

export const drawKeyChangeTokens = ({ keyChanges }: TokenForm): string[] =>
  Array.from({ length: keyChanges }, () => drawToken());

/** In the order in which they are entered. */
export const tokensInOrder = (meter: { keyChangeTokens?: string[]; token: string }): string[] => [
  ...(meter.keyChangeTokens ?? []),
  meter.token,
];

/** 20 digits. */
export const drawToken = (firstDigit?: string): string => drawDigits(20, firstDigit);

export function drawDigits(count: number, firstDigit?: string): string {
  const digits = Array.from({ length: count }, () => randomInt(10)).join('');
  return firstDigit === undefined ? digits : `${firstDigit}${digits.slice(1)}`;
}

/** An amount includes 7.5 % VAT. The price of a kilowatt-hour is invented. */
export const VAT_SHARE = 1.075;
const NAIRA_PER_KWH = 62.5;

/** The kilowatt-hours for an amount in naira, with one decimal. */
export const unitsFor = (amountNaira: number): string => (amountNaira / VAT_SHARE / NAIRA_PER_KWH).toFixed(1);
