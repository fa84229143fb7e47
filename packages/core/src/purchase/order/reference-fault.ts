/**
 * Characters that show nothing or change how others are shown, by their Unicode properties: format and bidirectional
 * controls, line separators, joiners, fillers and variation selectors, what is no character, and the braille blank.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Why people could not tell this reference of a new purchase from another that looks the same; null: they can. */
export function referenceFault(reference: string): 'dots' | 'blank' | 'invisible' | null {
  if (reference === '.' || reference === '..') return 'dots';
  if (/^\p{White_Space}|\p{White_Space}$/u.test(reference)) return 'blank';
  return INVISIBLE.test(reference) ? 'invisible' : null;
}
