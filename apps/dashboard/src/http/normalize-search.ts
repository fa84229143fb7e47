/**
 * Turns a typed number into its stored form: a phone has 11 digits and begins with 0, also the first part of one that
 * is typed with +234; meters and smartcards are digits.
 * Any other text may be a client's reference, such as "2026-11-22-1", and is not changed.
 */
export function normalizeSearch(search: string): string {
  const bare = search.replace(/[ -]/g, '');
  const phone = /^(?:\+?234|0)([0-9]{10})$/.exec(bare);
  if (phone !== null) return `0${phone[1]}`;
  const part = /^\+234([0-9]{1,9})$/.exec(bare);
  if (part !== null) return `0${part[1]}`;
  return /^[0-9 ]+$/.test(search) ? bare : search;
}
