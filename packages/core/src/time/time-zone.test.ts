import { LAGOS, parseTimeZone } from './zoned-time';

describe('a time zone that nobody knows keeps the pages of an account from being shown', () => {
  test.each([
    [LAGOS, LAGOS],
    ['America/New_York', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Asia/Katmandu', expect.stringMatching(/^Asia\/Kath?mandu$/)],
  ])('%s is %s', (text, zone) => {
    expect(parseTimeZone(text)).toEqual(zone);
  });

  test.each([
    '',
    'Lagos',
    'WAT',
    '+01:00',
    '-0500',
    'Mars/Olympus_Mons',
    'Africa/Lagos\n',
    ' UTC',
    'Etc/GMT+5',
    'A'.repeat(65),
    "'",
  ])('%j is none', (text) => {
    expect(parseTimeZone(text)).toBeNull();
  });

  test('every zone that a browser may offer is one', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(parseTimeZone(zone)).toBe(zone);
  });
});
