import { formatDuration, formatRelativeTime, formatSeconds } from './time';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

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
