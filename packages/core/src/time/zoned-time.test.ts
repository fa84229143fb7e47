import { readMoment } from './lagos-time';
import { dayIn, spansUntil, startOfDay, timeIn } from './zoned-time';

const [LAGOS, LONDON, NEW_YORK] = ['Africa/Lagos', 'Europe/London', 'America/New_York'];
const HOUR_MS = 3_600_000;
const startOf = (zone: string, day: string) => startOfDay(zone, day).toISOString();

describe('a day begins or ends at another moment than in its zone', () => {
  test.each([
    [LAGOS, '2026-11-22', '2026-11-21T23:00:00.000Z'],
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
    [LONDON, '2026-03-29', '2026-03-29T00:00:00.000Z'], // 23 hours
    [LONDON, '2026-03-30', '2026-03-29T23:00:00.000Z'],
    [LONDON, '2026-10-25', '2026-10-24T23:00:00.000Z'], // 25 hours
    [LONDON, '2026-10-26', '2026-10-26T00:00:00.000Z'],
    [NEW_YORK, '2026-03-08', '2026-03-08T05:00:00.000Z'], // 23 hours
    [NEW_YORK, '2026-03-09', '2026-03-09T04:00:00.000Z'],
    [NEW_YORK, '2026-11-01', '2026-11-01T04:00:00.000Z'], // 25 hours
    [NEW_YORK, '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'], // its clocks skip midnight: 01:00
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'], // two midnights: the first
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'], // a day that there was not
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s begins at %s', (zone, day, at) => {
    expect(startOf(zone, day)).toBe(at);
  });

  test.each([LAGOS, LONDON, NEW_YORK, 'Africa/Cairo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Havana'])(
    'in %s, each day of a year begins where the one before ends',
    (zone) => {
      for (let at = Date.parse('2026-01-01T12:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 24 * HOUR_MS) {
        const day = new Date(at).toISOString().slice(0, 10);
        const start = startOfDay(zone, day);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1)) < day).toBe(true);
      }
    },
  );

  test('a filter from a day to a day holds both of them, and a time with its offset is what it says', () => {
    const range = (from: string, to: string) =>
      [readMoment(from, 'from', NEW_YORK), readMoment(to, 'to', NEW_YORK)].map((at) => at?.toISOString());
    expect(range('2026-11-01', '2026-11-01')).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']);
    expect(range('2026-12-31', '2026-12-31')).toEqual(['2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z']);
    expect(range('2026-11-01T10:00+01:00', '2026-11-01T09:00:00Z')).toEqual(
      new Array(2).fill('2026-11-01T09:00:00.000Z'),
    );
    expect(readMoment('2026-02-30', 'to', NEW_YORK)).toBeNull();
  });
});

describe('a time in a file is another one, or cannot be told from one an hour later', () => {
  test.each([
    [LAGOS, '2026-11-26T08:05:12.345Z', '2026-11-26T09:05:12.345+01:00'],
    ['UTC', '2026-11-26T08:05:12.345Z', '2026-11-26T08:05:12.345+00:00'],
    [NEW_YORK, '2026-11-01T05:59:59.999Z', '2026-11-01T01:59:59.999-04:00'],
    [NEW_YORK, '2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000-05:00'],
    [LONDON, '2026-03-29T00:59:59.999Z', '2026-03-29T00:59:59.999+00:00'],
    [LONDON, '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000+01:00'],
    ['Asia/Kathmandu', '2026-12-31T23:00:00.000Z', '2027-01-01T04:45:00.000+05:45'],
    ['America/St_Johns', '2026-12-31T23:00:00.000Z', '2026-12-31T19:30:00.000-03:30'],
  ])('in %s, %s is written %s', (zone, at, written) => {
    expect(timeIn(zone, new Date(at))).toBe(written);
    expect(new Date(written).toISOString()).toBe(at);
  });
});

describe('a plot has gaps, or bars that overlap, where clocks are changed', () => {
  const NOW = [
    '2026-03-08T09:30:00.500Z',
    '2026-03-29T09:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-26T23:59:59.999Z',
  ].map((at) => new Date(at));

  const ZONES = [LAGOS, LONDON, NEW_YORK, 'Asia/Kathmandu', 'Africa/Cairo'];
  const CASES = NOW.flatMap((now) => ZONES.map((zone): [string, Date] => [zone, now]));

  test.each([
    [1, 24, [1]],
    [4, 42, [3, 4, 5]],
    [24, 30, [23, 24, 25]],
  ] as const)('spans of %i hours follow one another, and the last has the present moment', (hours, count, lengths) => {
    for (const [zone, now] of CASES) {
      const spans = spansUntil(now, zone, hours, count);
      expect(spans).toHaveLength(count);
      expect(spans.slice(1).map(({ since }) => since)).toEqual(spans.slice(0, -1).map(({ until }) => until));
      for (const { since, until } of spans) expect(lengths).toContain((until.getTime() - since.getTime()) / HOUR_MS);
      const { since = now, until = now } = spans.at(-1) ?? {};
      expect([since <= now, now < until]).toEqual([true, true]);
    }
  });

  test('spans of a day are the days of the zone', () => {
    for (const [zone, now] of CASES)
      for (const { since } of spansUntil(now, zone, 24, 30))
        expect(since).toEqual(startOfDay(zone, dayIn(zone, since)));
  });

  test('the present hour and day are those of the zone', () => {
    const begin = (zone: string, hours: 1 | 4 | 24, now: string) =>
      spansUntil(new Date(now), zone, hours, 1)[0]?.since.toISOString();
    expect(begin(LAGOS, 24, '2026-11-21T23:00:00Z')).toBe('2026-11-21T23:00:00.000Z');
    expect(begin(NEW_YORK, 24, '2026-11-22T04:59:59Z')).toBe('2026-11-21T05:00:00.000Z');
    expect(begin(NEW_YORK, 4, '2026-11-22T04:59:59Z')).toBe('2026-11-22T01:00:00.000Z');
    expect(begin('Asia/Kathmandu', 1, '2026-11-22T04:10:00Z')).toBe('2026-11-22T03:15:00.000Z');
    expect(begin(NEW_YORK, 1, '2026-11-01T06:30:00Z')).toBe('2026-11-01T06:00:00.000Z'); // 01:00 for the second time
  });
});
