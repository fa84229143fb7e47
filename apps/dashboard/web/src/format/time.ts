import { byZone, pageZone, zoneShort } from './zone';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = byZone({ dateStyle: 'medium', timeStyle: 'medium' });

const year = byZone({ year: 'numeric' });
const briefThisYear = byZone({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const briefOtherYear = byZone({ dateStyle: 'medium', timeStyle: 'short' });

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 min. ago", "in 2 hr.", "yesterday", in the largest unit that fits. Below 5 s "now": clocks differ so much. */
export function formatRelativeTime(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  if (Math.abs(seconds) < 5) return 'now';
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step === undefined
    ? relative.format(Math.trunc(seconds), 'second')
    : relative.format(Math.trunc(seconds / step[1]), step[0]);
}

/** In the zone of the pages, or another one: "22 Nov 2026, 02:00:05". */
export const formatClock = (at: string, zone = pageZone()): string => exact(zone).format(new Date(at));

/** "22 Nov, 02:00", and in another year than `now` "22 Nov 2025, 02:00". */
export function formatBriefClock(at: string, now = Date.now(), zone = pageZone()): string {
  const isThisYear = year(zone).format(new Date(at)) === year(zone).format(now);
  return (isThisYear ? briefThisYear : briefOtherYear)(zone).format(new Date(at));
}

/** The clock with its zone: "22 Nov 2026, 02:00:05 WAT". */
export const formatTime = (at: string, zone = pageZone()): string => `${formatClock(at, zone)} ${zoneShort(at, zone)}`;

/** A text of the server, in which times are in UTC: each of them as `formatTime` writes it. */
export const withTimes = (text: string): string => text.replaceAll(UTC_TIMES, (at) => formatTime(at));

/** Not those in a reference or another name. */
const UTC_TIMES = /(?<![\w:"“-])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)(?![\w:])/g;

/** 0.4 → "<1 ms", 12 → "12 ms", 340 → "0.34 s", 2100 → "2.1 s", 65,000 → "1 min 5 s", 7,260,000 → "2 h 1 min". */
export function formatDuration(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 99.5) return `${Math.round(ms)} ms`;
  if (ms < 995) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return inTwo([Math.floor(seconds / 60), 'min'], [seconds % 60, 's']);
  const minutes = Math.floor(seconds / 60);
  return minutes < 2 * 1440
    ? inTwo([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])
    : inTwo([Math.floor(minutes / 1440), 'days'], [Math.floor((minutes % 1440) / 60), 'h']);
}

type Part = [count: number, unit: string];

/** The second part only when there is one. */
const inTwo = (...parts: [Part, Part]): string =>
  parts
    .filter(([count], place) => place === 0 || count > 0)
    .map((part) => part.join(' '))
    .join(' ');

export const formatSeconds = (seconds: number): string => formatDuration(seconds * 1000);

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" is "November 2026". Another text stays as it is. */
export function monthName(month: string): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(first) ? month : monthNames.format(first);
}
