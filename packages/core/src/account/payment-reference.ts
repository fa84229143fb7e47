import type { Refused } from '../errors/refusal-catalog';

/**
 * The reference that an account puts into its bank transfers, such as TUP-7K2MRW: five characters and a check
 * character, from an alphabet without what looks or sounds alike. The database makes it (give_payment_reference).
 */
const ALPHABET = '23456789FHKMQRWXY';
const WRITTEN = /^TUP([0-9A-Z]{6})$/;

export type ReadPaymentReference =
  /** As the database has it. That there is such an account is not known yet. */
  { kind: 'read'; reference: string } | Refused<'not_a_payment_reference' | 'payment_reference_mistyped'>;

/** Reads one as a person types it, or as a bank prints it: in any case, with or without the dash or spaces. */
export function readPaymentReference(text: string): ReadPaymentReference {
  const [, characters] = WRITTEN.exec(text.toUpperCase().replaceAll(/[\s-]/g, '')) ?? [];
  if (characters === undefined) return { kind: 'not_a_payment_reference' };
  const places = [...characters].map((character) => ALPHABET.indexOf(character));
  const sum = places.reduce((total, place, i) => total + (characters.length - i) * place, 0);
  const sound = !places.includes(-1) && sum % ALPHABET.length === 0;
  return { kind: sound ? 'read' : 'payment_reference_mistyped', reference: `TUP-${characters}` };
}
