/**
 * What a person searches for, as it is kept: a phone is 11 digits beginning with 0, and meters and smartcards are digits. All else may be a client's own
 * reference, in which nothing is to be changed: "2026-11-22-1" is one.
 */
export function asStored(search: string): string {
  const bare = search.replace(/[ -]/g, '');
  const phone = /^(?:\+?234|0)([0-9]{10})$/.exec(bare);
  if (phone !== null) return `0${phone[1]}`;
  return /^[0-9 ]+$/.test(search) ? bare : search;
}
