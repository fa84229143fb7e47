/**
 * Why a text is no reference of a payment: the end of a sentence that begins with its name. Null when it may be one. It
 * is printable ASCII, because other characters can look like these, or like nothing, and one payment would fund twice.
 */
export function fundingReferenceFault(reference: string): string | null {
  const [odd] = /[^ -~]/u.exec(reference) ?? [];
  if (odd === undefined) return null;
  const code = `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(odd) ? `"${odd}" (${code})` : code;
  return `must have letters, digits and signs of the ASCII keyboard only; it has ${shown}. Type it by hand`;
}
