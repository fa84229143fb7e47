const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * "3 min. ago", "in 2 hr.", "yesterday": in the largest unit that fits. Below 5 s "now", because clocks differ by that
 * much.
 */
export function formatRelativeTime(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  if (Math.abs(seconds) < 5) return 'now';
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step === undefined
    ? relative.format(Math.trunc(seconds), 'second')
    : relative.format(Math.trunc(seconds / step[1]), step[0]);
}

/** In the reader's time zone, with its name: "22 Nov 2026, 02:00:05 GMT+1". */
export const formatTime = (at: string): string => absolute.format(new Date(at));

/** 143 → "143 ms", 9012 → "9.0 s". */
export const formatDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : formatSeconds(ms / 1000));

/** 1.4 → "1.4 s", 312 → "5 min 12 s", 7300 → "2 h 1 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
