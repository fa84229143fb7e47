import { monthsSince, readMonth } from './month';

const NOW = new Date('2026-12-01T03:00:00Z');

describe('a month that begins or ends when that of the account does not', () => {
  test.each([
    ['Africa/Lagos', '2026-11', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', 30],
    ['Africa/Lagos', undefined, '2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z', 31],
    ['America/New_York', undefined, '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z', 30],
    ['America/New_York', '2026-03', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z', 31],
    ['America/New_York', '2026-02', '2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z', 28],
    ['Asia/Kathmandu', '2026-01', '2025-12-31T18:15:00Z', '2026-01-31T18:15:00Z', 31],
  ])('in %s that of %s is from %s to %s', (zone, name, since, until, days) => {
    const month = readMonth(name, zone, NOW);
    expect(month.span).toEqual({ since: new Date(since), until: new Date(until) });
    expect(month.days).toHaveLength(days);
  });

  test('one that has not begun in the zone is refused', () => {
    expect(() => readMonth('2026-12', 'America/New_York', NOW)).toThrow('This month has not begun.');
    expect(readMonth('2026-12', 'Africa/Lagos', NOW).name).toBe('2026-12');
  });

  test('the months since an account was created end with the present one', () => {
    const created = new Date('2026-09-30T23:30:00Z');
    expect(monthsSince(created, 'Africa/Lagos', NOW)).toEqual(['2026-12', '2026-11', '2026-10']);
    expect(monthsSince(created, 'America/New_York', NOW)).toEqual(['2026-11', '2026-10', '2026-09']);
  });
});
