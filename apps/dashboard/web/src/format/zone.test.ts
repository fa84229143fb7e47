import { allZones, fromZoneInput, pageZone, setPageZone, toZoneInput, zonePlace, zoneShort, zoneText } from './zone';

const [WINTER, SUMMER] = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
afterEach(() => setPageZone('Africa/Lagos'));

describe('a time is read in another zone than it is shown in', () => {
  test.each([
    ['Africa/Lagos', 'Lagos time', 'WAT', 'WAT'],
    ['Europe/London', 'London time', 'GMT', 'BST'],
    ['America/New_York', 'New York time', 'EST', 'EDT'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time', 'GMT-3', 'GMT-3'],
    ['UTC', 'UTC', 'UTC', 'UTC'],
  ])('%s is named so that readers know it, and its clocks with it', (zone, place, winter, summer) => {
    expect([zonePlace(zone), zoneShort(WINTER, zone), zoneShort(SUMMER, zone)]).toEqual([place, winter, summer]);
  });

  test('the zone of the pages is Lagos until another is set, and UTC when the browser does not know it', () => {
    expect([pageZone(), zoneText()]).toEqual(['Africa/Lagos', 'Lagos time (WAT)']);
    setPageZone('Africa/Nairobi');
    expect([pageZone(), zonePlace()]).toEqual(['Africa/Nairobi', 'Nairobi time']);
    setPageZone('Mars/Olympus_Mons');
    expect([pageZone(), zoneText()]).toEqual(['UTC', 'UTC']);
  });

  test('every zone can be chosen once, also the one that is set', () => {
    const zones = allZones('Mars/Olympus_Mons');
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toEqual(expect.arrayContaining(['Africa/Lagos', 'America/New_York', 'UTC', 'Mars/Olympus_Mons']));
    expect(zones).toEqual(zones.toSorted());
  });
});

describe('a time that somebody types is another one', () => {
  test.each([
    ['Africa/Lagos', '2026-12-31T23:00:00.000Z', '2027-01-01T00:00'],
    ['Europe/London', '2026-07-01T11:30:00.000Z', '2026-07-01T12:30'],
    ['America/New_York', '2026-12-31T23:00:00.000Z', '2026-12-31T18:00'],
    ['Asia/Kathmandu', '2026-12-31T23:00:00.000Z', '2027-01-01T04:45'],
  ])('in %s, %s is %s in both directions', (zone, at, typed) => {
    expect([toZoneInput(at, zone), fromZoneInput(typed, zone)]).toEqual([typed, at]);
  });

  test('the first of two is meant when the clocks go back, and a skipped one is later', () => {
    expect(fromZoneInput('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(fromZoneInput('2026-10-25T01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
    expect(fromZoneInput('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(fromZoneInput('2026-03-29T01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z');
  });

  test('what is no time stays as it was typed', () => {
    expect(fromZoneInput('soon', 'Africa/Lagos')).toBe('soon');
  });
});
