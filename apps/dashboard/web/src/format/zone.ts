/** In which operators read times, and the users of accounts that have chosen no other time zone. */
export const LAGOS = 'Africa/Lagos';

let shown = LAGOS;

/** The time zone of every time on the pages. */
export const pageZone = (): string => shown;

/** For the frame, before it draws a page. A zone that this browser does not know is shown as UTC. */
export function setPageZone(zone: string): void {
  shown = knownOrUtc(zone);
}

function knownOrUtc(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }) && timeZone;
  } catch {
    return 'UTC';
  }
}

/** The names of all time zones that this browser knows, and this one. */
export const allZones = (and: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), and])].sort();

/** Formats of each zone, made once: to make one takes 50 µs, and a list has a hundred times. */
export function byZone(options: Intl.DateTimeFormatOptions, locale = 'en-GB'): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const format = made.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: knownOrUtc(zone) });
    made.set(zone, format);
    return format;
  };
}

const short = { timeZoneName: 'short' } as const;
const NAMES = [byZone(short), byZone(short, 'en-US')];

/** "WAT", "EST" in winter and "EDT" in summer; "GMT-3" where English has no name. */
export function zoneShort(at: string | number, zone = pageZone()): string {
  if (zone === LAGOS) return 'WAT'; // in browsers' English it is GMT+1
  const names = NAMES.map((format) => nameIn(format(zone).formatToParts(new Date(at))));
  return names.find((name) => !/\d/.test(name)) ?? names[0] ?? zone;
}

const nameIn = (parts: Intl.DateTimeFormatPart[]): string =>
  parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** "Lagos time", "New York time"; "UTC". */
export function zonePlace(zone = pageZone()): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return zone.includes('/') ? `${place} time` : place;
}

/** "Lagos time (WAT)", "New York time (EST)"; "UTC". */
export function zoneText(zone = pageZone()): string {
  const [place, name] = [zonePlace(zone), zoneShort(Date.now(), zone)];
  return place === name ? place : `${place} (${name})`;
}

const clocks = byZone({
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A time as a `datetime-local` input has it: "2026-12-31T23:00:00.000Z" is "2027-01-01T00:00" in Lagos. */
export const toZoneInput = (at: string, zone = pageZone()): string => readClocks(Date.parse(at), zone).slice(0, 16);

/** The time of such an input: the first of two, and later when the clocks skip it. Other text stays as it is. */
export function fromZoneInput(typed: string, zone = pageZone()): string {
  const wall = Date.parse(`${typed}Z`);
  if (Number.isNaN(wall)) return typed;
  const around = [wall - DAY_MS, wall + DAY_MS].map((at) => wall - offsetAt(at, zone)).sort((a, b) => a - b);
  const at = around.find((each) => each + offsetAt(each, zone) === wall) ?? Math.max(...around);
  return new Date(at).toISOString();
}

const DAY_MS = 86_400_000;

/** How far the clocks are ahead of UTC. `at` is a whole second. */
const offsetAt = (at: number, zone: string): number => Date.parse(`${readClocks(at, zone)}Z`) - at;

/** "2027-01-01T00:00:07". */
function readClocks(at: number, zone: string): string {
  const said: Record<string, string> = {};
  for (const { type, value } of clocks(zone).formatToParts(at)) said[type] = value;
  return `${said.year}-${said.month}-${said.day}T${said.hour}:${said.minute}:${said.second}`;
}
