import {
  formatBriefClock,
  formatClock,
  formatDuration,
  formatRelativeTime,
  formatSeconds,
  formatTime,
  withTimes,
} from './time';
import { setPageZone } from './zone';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
afterEach(() => setPageZone('Africa/Lagos'));

test.each([
  [3, 'now'],
  [-4, 'now'],
  [42, '42 sec. ago'],
  [-25, 'in 25 sec.'],
  [3599, '59 min. ago'],
  [3600, '1 hr. ago'],
  [100_000, 'yesterday'],
  [86_400 * 40, 'last mo.'],
])('the age of a purchase is shown in its largest unit: %d seconds ago is %s', (seconds, text) => {
  expect(formatRelativeTime(before(seconds), NOW)).toBe(text);
});

describe('a time is shown in the zone of the browser, or one does not know in which', () => {
  test('it is that of the pages, with its name, also where the clocks were changed in between', () => {
    const at = '2026-07-01T23:05:09.000Z';
    expect([formatClock(at), formatTime(at)]).toEqual(['2 Jul 2026, 00:05:09', '2 Jul 2026, 00:05:09 WAT']);
    setPageZone('America/New_York');
    expect([formatClock(at), formatTime(at)]).toEqual(['1 Jul 2026, 19:05:09', '1 Jul 2026, 19:05:09 EDT']);
    expect(formatTime('2026-11-26T08:05:12.345Z')).toBe('26 Nov 2026, 03:05:12 EST');
    expect(formatTime(at, 'Europe/London')).toBe('2 Jul 2026, 00:05:09 BST');
  });

  test('on a phone it has no seconds, and a year only when that is another one where the page is', () => {
    const ends = ['2026-12-31T22:59:59.000Z', '2026-12-31T23:00:00.000Z'].map((at) => formatBriefClock(at, NOW));
    expect(ends).toEqual(['31 Dec, 23:59', '1 Jan 2027, 00:00']);
  });

  test('the hour that clocks repeat has another name the second time', () => {
    const twice = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) => formatTime(at, 'America/New_York'));
    expect(twice).toEqual(['1 Nov 2026, 01:30:00 EDT', '1 Nov 2026, 01:30:00 EST']);
  });

  test('times in a text of the server are shown like all others, and nothing else of it is changed', () => {
    expect(withTimes('It expired at 2026-11-22T09:30:00.000Z. See order-2026-11-22T09:30.')).toBe(
      'It expired at 22 Nov 2026, 10:30:00 WAT. See order-2026-11-22T09:30.',
    );
    expect(withTimes('2026-11-22T09:30:00Z → 2026-11-23T09:30:00Z')).toBe(
      '22 Nov 2026, 10:30:00 WAT → 23 Nov 2026, 10:30:00 WAT',
    );
    for (const same of ['2026-11-22T09:30:00+01:00 and 2026-11-22', 'There is no purchase "2026-11-22T09:30:00Z".'])
      expect(withTimes(same)).toBe(same);
    expect(withTimes('shop-2026-11-22T09:30:00Z')).toBe('shop-2026-11-22T09:30:00Z');
  });
});

describe('a duration reads as none, or hours like seconds', () => {
  test.each([
    [0, '<1 ms'],
    [0.4, '<1 ms'],
    [1, '1 ms'],
    [12, '12 ms'],
    [99.4, '99 ms'],
    [99.6, '0.10 s'],
    [143, '0.14 s'],
    [340, '0.34 s'],
    [994, '0.99 s'],
    [996, '1.0 s'],
    [2_100, '2.1 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min'],
    [65_000, '1 min 5 s'],
    [312_000, '5 min 12 s'],
    [3_599_600, '1 h'],
    [7_300_000, '2 h 1 min'],
    [172_799_000, '47 h 59 min'],
    [172_800_000, '2 days'],
    [281_000_000, '3 days 6 h'],
  ])('%d ms is %s', (ms, text) => {
    expect([formatDuration(ms), formatSeconds(ms / 1000)]).toEqual([text, text]);
  });

  test('none of up to a minute is 0 of anything', () => {
    for (let ms = 0; ms < 60_000; ms += 7.3) expect(formatDuration(ms)).not.toMatch(/^0(\.0+)? /);
  });
});
