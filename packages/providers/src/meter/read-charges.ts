import type { Goods } from '@topup/core/provider';
import { readNaira } from '../http/exact';
import { fieldsSpelt } from '../http/json';

/** In lower case without underscores, for `fieldsSpelt`. What is left to pay (`arrearsBalance`) is no deduction. */
const DEBT = ['debtamount', 'appliedtoarrears'];
const VAT = ['taxamount', 'maintokentax', 'vat', 'energyvat'];
const VALUE = ['tokenamount', 'mainstokenamount', 'utilityamountvatexcl', 'energyamt', 'energyamount'];

/**
 * Reads the debt and VAT that the disco kept of `paidKobo`; a zero may mean that it does not say. Neither counts when
 * debt, VAT and the value on the meter exceed what was paid: a recorded answer of Eko has figures of another sale.
 */
export function readCharges(places: readonly unknown[], paidKobo: bigint): Pick<Goods, 'debtKobo' | 'vatKobo'> {
  const [debtKobo, vatKobo, valueKobo] = [DEBT, VAT, VALUE].map((names) => firstNaira(places, names));
  const sumKobo = (debtKobo ?? 0n) + (vatKobo ?? 0n) + (valueKobo ?? 0n);
  const isPlausible = sumKobo <= paidKobo + 100n; // one naira, for rounding
  return isPlausible ? { debtKobo: debtKobo ?? null, vatKobo: vatKobo ?? null } : { debtKobo: null, vatKobo: null };
}

/** The first amount above zero in the fields of these names; null without one. */
export function firstNaira(places: readonly unknown[], names: readonly string[]): bigint | null {
  const amounts = places.flatMap((place) => fieldsSpelt(place, names)).map(readNaira);
  return amounts.find((kobo) => kobo !== null && kobo > 0n) ?? null;
}
