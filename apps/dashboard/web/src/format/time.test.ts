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

test('hours of waiting do not read like seconds', () => {
  expect([
    formatDuration(143),
    formatDuration(9012),
    formatSeconds(0.4),
    formatSeconds(312),
    formatSeconds(7300),
  ]).toEqual(['143 ms', '9.0 s', '0.4 s', '5 min 12 s', '2 h 1 min']);
});
