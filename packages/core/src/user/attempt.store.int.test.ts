import { useDatabase } from '@topup/testkit';
import { type Db, sql } from '../shared/db';
import { newId } from '../shared/ids';
import { consumeGrowing, type GrowingRule, resetAttempts, undoAttempt } from './attempt.store';

const HOUR_MS = 3_600_000;
const RULE: GrowingRule = { name: 'test', free: 5, maxMs: 15 * 60_000, forgetMs: 24 * HOUR_MS };

const database = useDatabase();
const db = (): Db => database.db;

/** The only row of the table: how many were counted, and for how many seconds after the last one nobody may try. */
async function counted(): Promise<{ count: number; waitS: number | null }> {
  const [row] = await db().$queryRaw<{ count: number; waitS: number | null }[]>(sql`
    SELECT count, round(extract(epoch FROM next_at - ends_at + interval '24 hours'))::int AS "waitS"
      FROM dashboard_rate_limit`);
  return row ?? { count: 0, waitS: null };
}
const waited = () => db().$executeRaw`UPDATE dashboard_rate_limit SET next_at = clock_timestamp()`;
beforeEach(() => db().$executeRaw`DELETE FROM dashboard_rate_limit`);

describe('guesses go on at the speed of the line', () => {
  test('five are free; then each wait is twice the one before, up to 15 minutes', async () => {
    const [subject, waits] = [newId(), [] as (number | null)[]];
    for (let n = 1; n <= 18; n += 1) {
      expect(await consumeGrowing(db(), RULE, subject)).toBe(0);
      waits.push((await counted()).waitS);
      await waited();
    }
    expect(waits.slice(0, 4)).toEqual([null, null, null, null]);
    expect(waits.slice(4)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  });

  test('one that may not be made yet is told how long to wait, and is not counted', async () => {
    const subject = newId();
    for (let n = 0; n < 5; n += 1) await consumeGrowing(db(), RULE, subject);
    await db().$executeRaw`UPDATE dashboard_rate_limit SET next_at = clock_timestamp() + interval '10 minutes'`;
    const waits = await Promise.all(Array.from({ length: 8 }, () => consumeGrowing(db(), RULE, subject)));
    expect([Math.min(...waits) > 500, Math.max(...waits) <= 600]).toEqual([true, true]);
    expect((await counted()).count).toBe(5);
  });

  test('of many at the same moment as many are allowed as are counted', async () => {
    const subject = newId();
    for (let n = 0; n < 12; n += 1) await consumeGrowing(db(), RULE, subject).then(waited);
    const waits = await Promise.all(Array.from({ length: 8 }, () => consumeGrowing(db(), RULE, subject)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
    expect((await counted()).count).toBe(13);
  });

  test('they are forgotten a day after the last one, after a reset, and one at a time', async () => {
    const subject = newId();
    for (let n = 0; n < 6; n += 1) await consumeGrowing(db(), RULE, subject).then(waited);
    await undoAttempt(db(), RULE, subject);
    expect(await counted()).toMatchObject({ count: 5, waitS: null });
    await db().$executeRaw`
      UPDATE dashboard_rate_limit SET ends_at = now(), next_at = clock_timestamp() + interval '10 minutes'`;
    expect(await consumeGrowing(db(), RULE, subject)).toBe(0);
    expect((await counted()).count).toBe(1);
    await resetAttempts(db(), RULE, subject);
    expect((await counted()).count).toBe(0);
  });
});
