/**
 * Days in Lagos (yyyy-mm-dd, the last one included) as the times that bound them: from the first moment of the one to just before the first moment after the other.
 * Nigeria has kept UTC+1 without summer time since 1919.
 */
export function betweenDays(from: string | undefined, to: string | undefined): { from: string | undefined; to: string | undefined } {
  return { from: from && midnight(from).toISOString(), to: to && new Date(midnight(to).getTime() + DAY_MS).toISOString() };
}

const DAY_MS = 86_400_000;
const midnight = (day: string): Date => new Date(`${day}T00:00:00+01:00`);
