import { addDays, boundsOfDay, dayInLagos, lagosMidnight, readMoment } from './lagos-time';

describe('the time of Lagos', () => {
  test('a range from a day to a day holds both of them', () => {
    expect(readMoment('2026-11-21', 'from')?.toISOString()).toBe('2026-11-20T23:00:00.000Z');
    expect(readMoment('2026-11-21', 'to')?.toISOString()).toBe('2026-11-21T23:00:00.000Z');
    expect(readMoment('2028-02-29', 'from')?.toISOString()).toBe('2028-02-28T23:00:00.000Z');
  });

  test('a time with its offset is the same moment at either end', () => {
    for (const end of ['from', 'to'] as const)
      for (const text of ['2026-11-21T13:00+01:00', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000000000Z'])
        expect(readMoment(text, end)?.toISOString()).toBe('2026-11-21T12:00:00.000Z');
  });

  test.each([
    '',
    'yesterday',
    '1795262400',
    '2026-11-21T12:00:00',
    '2026-11-21 12:00:00Z',
    '2026-11-21T25:00:00Z',
    '2026-11-31',
    '2026-02-30',
    '2026-02-30T12:00:00Z',
    '2026-13-01',
    '0026-11-21',
    '3026-11-21',
    '2026-11-21\n',
  ])('%j is no moment', (text) => {
    expect(readMoment(text, 'from')).toBeNull();
    expect(readMoment(text, 'to')).toBeNull();
  });

  test('a day ends an hour before it ends in UTC', () => {
    expect(dayInLagos(new Date('2026-11-21T22:59:59.999Z'))).toBe('2026-11-21');
    expect(dayInLagos(new Date('2026-11-21T23:00:00Z'))).toBe('2026-11-22');
    expect(lagosMidnight(new Date('2026-11-21T23:00:00Z'), 1).toISOString()).toBe('2026-11-20T23:00:00.000Z');
    expect(boundsOfDay('2026-11-21')).toEqual({
      start: new Date('2026-11-20T23:00:00Z'),
      end: new Date('2026-11-21T23:00:00Z'),
    });
    expect([addDays('2026-11-30', 1), addDays('2027-01-01', -1)]).toEqual(['2026-12-01', '2026-12-31']);
  });
});
