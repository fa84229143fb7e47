import type { CreditFact, Evidence } from './evidence';

/** Transfers that are in no wallet, in another one, with another amount or twice, and money that nobody transferred. */
export function untrueCredits({ transfers: { made, credits } }: Pick<Evidence, 'transfers'>): string[] {
  const of = new Map<string, CreditFact[]>();
  for (const credit of credits) of.set(credit.reference, [...(of.get(credit.reference) ?? []), credit]);
  const known = new Set(made.map(({ reference }) => reference));
  return [
    ...made.flatMap(({ reference, account, kobo, isPaid }) => {
      const got = (of.get(reference) ?? []).map(textOf).join(', ') || 'nothing';
      const due = isPaid ? textOf({ account, kobo }) : 'nothing';
      return got === due ? [] : [`${reference}: ${got} instead of ${due}`];
    }),
    ...credits.flatMap((credit) =>
      known.has(credit.reference) ? [] : [`${credit.reference}: ${textOf(credit)}, and nobody transferred it`],
    ),
  ];
}

const textOf = ({ account, kobo }: Pick<CreditFact, 'account' | 'kobo'>): string => `${kobo} kobo for ${account}`;
