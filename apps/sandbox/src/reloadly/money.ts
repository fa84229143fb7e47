import { ExactNumber, fixedNumber, fixedText } from '../http/exact-json';

/** Reloadly computes with five decimals: all its amounts here are whole hundred-thousandths of a currency. */
export const SCALE = 5;
export const UNITS = 10 ** SCALE;

export type Currency = 'NGN' | 'USD';

export const CURRENCY_NAMES = { NGN: 'Nigerian Naira', USD: 'US Dollar' } as const;

/** Naira to the dollar: our choice. */
export const NAIRA_PER_DOLLAR = 1500;

/** An amount with all five decimals: `993.81000`. */
export const fullNumber = (units: number) => fixedNumber(units, SCALE);

/** An amount with two decimals, as in the lists of operators. */
export const shortText = (units: number) => fixedText(Math.round(units / 1000), 2);
export const priceNumber = (units: number) => new ExactNumber(shortText(units));

export const toDollars = (naira: number) => Math.round(naira / NAIRA_PER_DOLLAR);
