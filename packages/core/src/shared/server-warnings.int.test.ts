import { grantedRole, testPool, useDatabase } from '@topup/testkit';
import { serverWarnings } from './server-warnings';

const database = useDatabase();
const offBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

describe('a process works with a wrong clock or with too many rights', () => {
  test.each([310_000, -310_000, 40 * 86_400_000])('%p ms off it does not start', async (ms) => {
    await expect(serverWarnings(database.db, offBy(ms))).rejects.toThrow(/are \d+ s apart. Set both by NTP/);
  });

  test('some seconds off, and as the owner, it warns', async () => {
    const owner = expect.stringContaining('the role that owns the tables');
    expect(await serverWarnings(database.db, offBy(0))).toEqual([owner]);
    expect(await serverWarnings(database.db, offBy(60_000))).toEqual([expect.stringContaining('60 s apart'), owner]);
  });

  test('a role of db:grant is no warning', async () => {
    const role = await grantedRole(database.url, 'service');
    const db = testPool(role.url, 1);
    try {
      expect(await serverWarnings(db, offBy(0))).toEqual([]);
    } finally {
      await db.$disconnect();
      await role.drop();
    }
  });
});
