/** The zone in which users read times by default. The limits of a day are always those of Lagos. */
export const LAGOS = 'Africa/Lagos';

const listed = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/**
 * The time zone of this name, such as `Africa/Lagos` or `UTC`, in any case; null when there is none. Another name of a
 * zone is read as the listed one, where this Node.js knows that they are the same.
 */
export function parseTimeZone(text: string): string | null {
  if (!/^[a-z][a-z0-9_+/-]{0,63}$/i.test(text)) return null; // neither is an offset a zone
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return listed.has(timeZone) || isPlace(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** Browsers and Node.js do not list the same name of a place: one has Asia/Kathmandu, the other Asia/Katmandu. */
const isPlace = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/');

/** From `since` on, before `until`. */
export type TimeSpan = { since: Date; until: Date };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of a day in UTC; `offsetMs` null when they were changed on it. To ask takes 20 µs; a file has a million times. */
type Clocks = { format: Intl.DateTimeFormat; day: number; offsetMs: number | null };
const zones = new Map<string, Clocks>();

/**
 * How far the clocks of a zone are ahead of UTC at a moment, in milliseconds; negative west of it.
 * @throws RangeError when there is no such zone
 */
function offsetAt(zone: string, atMs: number): number {
  const clocks = zones.get(zone) ?? { format: formatOf(zone), day: Number.NaN, offsetMs: null };
  zones.set(zone, clocks);
  const day = Math.floor(atMs / DAY_MS);
  if (clocks.day !== day) {
    const [begin, end] = [readOffset(clocks.format, day * DAY_MS), readOffset(clocks.format, (day + 1) * DAY_MS)];
    clocks.offsetMs = begin === end ? begin : null;
    clocks.day = day;
  }
  // clocks are changed on whole minutes
  return clocks.offsetMs ?? readOffset(clocks.format, Math.floor(atMs / MINUTE_MS) * MINUTE_MS);
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** Returns the offset of a zone: its clock time, read as if it were UTC, less UTC. `atMs` is a whole minute. */
function readOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const said: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) said[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = said;
  return Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
}

/** The day in a zone, such as 2026-11-22. */
export const dayIn = (zone: string, at: Date): string => local(zone, at).slice(0, 10);

/** A time as the clocks of a zone show it, with their offset: 2026-11-22T10:05:12.345+01:00. Always 29 characters. */
export function timeIn(zone: string, at: Date): string {
  const minutes = Math.round(offsetAt(zone, at.getTime()) / MINUTE_MS);
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local(zone, at).slice(0, -1)}${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

const local = (zone: string, at: Date): string => new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString();

/**
 * The first moment of a day such as 2026-11-22 in a zone. Usually midnight; 01:00 on a day on which the clocks skip
 * midnight; the first of two midnights.
 */
export const startOfDay = (zone: string, day: string): Date =>
  new Date(firstMomentAt(zone, Date.parse(`${day}T00:00:00Z`)));

/** The first moment at which the clocks of a zone say `wallMs`, given as if it were UTC, or more when they skip it. */
function firstMomentAt(zone: string, wallMs: number): number {
  const around = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => wallMs - offsetAt(zone, atMs));
  const [first, second] = [Math.min(...around), Math.max(...around)];
  for (const atMs of [first, second]) if (atMs + offsetAt(zone, atMs) === wallMs) return atMs;
  let [before, after] = [first, second]; // the clocks go forward between the two
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(zone, middle) >= wallMs) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The `count` spans of one hour, four hours or a day that end with the one of `now`, in order and without gaps. Those
 * of a day begin as the day in the zone, even if it has 23 or 25 hours.
 */
export function spansUntil(now: Date, zone: string, hours: 1 | 4 | 24, count: number): TimeSpan[] {
  const [stepMs, nowMs] = [hours * HOUR_MS, now.getTime()];
  const wall = nowMs + offsetAt(zone, nowMs);
  const present = Math.floor(wall / stepMs);
  const begin = (n: number): Date => {
    const steps = n - count + 1;
    if (hours === 1) return new Date(nowMs - (wall - present * stepMs) + steps * stepMs);
    return new Date(firstMomentAt(zone, (present + steps) * stepMs));
  };
  return Array.from({ length: count }, (_, n) => ({ since: begin(n), until: begin(n + 1) }));
}
