import { useDatabase } from '@topup/testkit';
import { sql } from '../shared/db';
import { startOfDay, timeIn } from './zoned-time';

const database = useDatabase();

describe('the programs count other days than PostgreSQL, with whose days sums are checked by hand', () => {
  test.each(['Africa/Lagos', 'Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'])(
    'in %s, every day of four years begins at the same moment, and every hour of a year is written alike',
    async (zone) => {
      const days = await database.db.$queryRaw<{ day: string; begins: Date }[]>(sql`
        SELECT day::date::text AS day, day AT TIME ZONE ${zone} AS begins
          FROM generate_series('2026-01-01'::timestamp, '2029-12-31'::timestamp, '1 day') day`);
      expect(days.map(({ day }) => startOfDay(zone, day))).toEqual(days.map(({ begins }) => begins));

      const hours = await database.db.$queryRaw<{ at: Date; wall: string }[]>(sql`
        SELECT at, to_char(at AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS wall
          FROM generate_series('2026-01-01'::timestamptz, '2026-12-31'::timestamptz, '1 hour') at`);
      expect(hours.map(({ at }) => timeIn(zone, at).slice(0, 23))).toEqual(hours.map(({ wall }) => wall));
      expect(hours.map(({ at }) => new Date(timeIn(zone, at)))).toEqual(hours.map(({ at }) => at));
    },
  );
});
