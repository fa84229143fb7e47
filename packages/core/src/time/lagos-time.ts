import { LAGOS, startOfDay, type TimeSpan } from './zoned-time';

const DAY_MS = 86_400_000;
/** Lagos is an hour ahead of UTC all year. */
const AHEAD_MS = 3_600_000;

const DAY = '(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}';
const TIME = 'T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})';

/** A day, or a time with its offset, as every language reads it. */
export const MOMENT_PATTERN = `^${DAY}(${TIME})?$`;

const IS_DAY = new RegExp(`^${DAY}$`);
const IS_MOMENT = new RegExp(MOMENT_PATTERN);

/**
 * One end of a range: a time with its offset, or a day, which is included in the range; null when it is neither. `from`
 * is the first moment in the range, `to` the first moment after it.
 */
export function readMoment(text: string, end: 'from' | 'to', zone: string = LAGOS): Date | null {
  const day = text.slice(0, 10);
  if (!IS_MOMENT.test(text) || !exists(day)) return null;
  if (IS_DAY.test(text)) return startOfDay(zone, end === 'to' ? addDays(day, 1) : day);
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A Date takes the 30th of February for the 2nd of March. */
function exists(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/** Midnight in Lagos, `days` before the day of `now`. */
export function lagosMidnight(now: Date, days = 0): Date {
  const local = now.getTime() + AHEAD_MS;
  return new Date(local - (local % DAY_MS) - days * DAY_MS - AHEAD_MS);
}

/** The day in Lagos, such as 2026-11-22. */
export const dayInLagos = (at: Date): string => new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10);

/** When a day in Lagos begins, and the first moment after it. */
export function boundsOfDay(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00+01:00`);
  return { start, end: new Date(start.getTime() + DAY_MS) };
}

/** The day so many days after another one, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of a month such as 2026-11, in order. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** The parts of a span that each lie in one day of Lagos, in order. */
export function daysOf({ since, until }: TimeSpan): TimeSpan[] {
  const days: TimeSpan[] = [];
  for (let start = since; start < until; ) {
    const midnight = lagosMidnight(start, -1);
    const end = midnight < until ? midnight : until;
    days.push({ since: start, until: end });
    start = end;
  }
  return days;
}
