const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" is "November 2026". Another text stays as it is. */
export function monthName(month: string): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(first) ? month : names.format(first);
}
