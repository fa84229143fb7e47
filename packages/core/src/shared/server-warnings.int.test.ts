import { grantedRole, testPool, useDatabase } from '@topup/testkit';
import { type RoleFor, roleFault, serverWarnings } from './server-warnings';

const database = useDatabase();
const offBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

describe('a process works with a wrong clock or with too many rights', () => {
  test.each([310_000, -310_000, 40 * 86_400_000])('%p ms off it does not start', async (ms) => {
    await expect(serverWarnings(database.db, offBy(ms), 'service')).rejects.toThrow(/are \d+ s apart. Set both by NTP/);
  });

  test('some seconds off, and as the owner, it warns', async () => {
    const owner = expect.stringContaining('the role that owns the tables');
    expect(await serverWarnings(database.db, offBy(0), 'service')).toEqual([owner]);
    expect(await serverWarnings(database.db, offBy(60_000), 'service')).toEqual([
      expect.stringContaining('60 s apart'),
      owner,
    ]);
  });

  const kinds: RoleFor[] = ['service', 'dashboard', 'ops'];

  test.each(kinds)(
    'a role of db:grant --for %s is no warning, and no process of another kind starts with it',
    async (kind) => {
      const role = await grantedRole(database.url, kind);
      const db = testPool(role.url, 1);
      try {
        expect(await serverWarnings(db, offBy(0), kind)).toEqual([]);
        for (const other of kinds.filter((each) => each !== kind))
          await expect(serverWarnings(db, offBy(0), other)).rejects.toThrow(
            `DATABASE_URL has the role ${role.name}, which lacks rights of this process: use one of \`db:grant --for ${other}\`.`,
          );
      } finally {
        await db.$disconnect();
        await role.drop();
      }
    },
  );

  test.each(kinds)('the owner of the tables may run all, such as %s', async (kind) => {
    expect(await roleFault(database.db, kind)).toBeNull();
  });
});
