/** A whole number as `parseExact` leaves it; null for anything else. */
export const readCount = (value: unknown): number | null =>
  typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : null;

/** ISO 8601 with a zone, also as `+0000`. */
export function readTime(value: unknown): Date | null {
  const time = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:?\d\d)$/;
  const [text, day] = (typeof value === 'string' && time.exec(value)) || [];
  if (text === undefined || day === undefined) return null;
  const at = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  // 30 February would be 2 March
  return midnight.toISOString().startsWith(day) ? at : null;
}
