import type { Log } from '@topup/core/shared';
import { eventually, grantedRole, testDatabase, testPool } from '@topup/testkit';
import { startServiceDays } from './chores';

const lines: [string, object | undefined][] = [];
const log: Log = {
  info: (message, fields) => void lines.push([message, fields]),
  warn: (message) => void lines.push([message, undefined]),
  error: () => undefined,
};
let home: Awaited<ReturnType<typeof testDatabase>>;
let role: Awaited<ReturnType<typeof grantedRole>>;
beforeAll(async () => {
  home = await testDatabase();
  role = await grantedRole(home.url, 'service');
});
afterAll(async () => {
  await role.drop();
  await home.drop();
});

describe('the report of a day is never final, or a worker can change it', () => {
  test('two workers freeze each of the last 30 days once, with the rights of their role', async () => {
    const db = testPool(role.url, 2);
    const workers = [1, 2].map(() => startServiceDays({ db, log, everyMs: 20 }));
    await eventually(
      async () => lines.length,
      (length) => length >= 30,
    );
    await Promise.all(workers.map(({ stop }) => stop()));
    const days = lines.map(([, fields]) => (fields as { day: string } | undefined)?.day);
    expect(new Set(days).size).toBe(lines.length);
    expect(lines[0]?.[0]).toBe('the service report of a day is final');
    for (const wrong of ["INSERT INTO service_day VALUES ('2020-01-01', '[]')", 'SELECT FROM service_day'])
      await expect(db.$executeRawUnsafe(wrong)).rejects.toThrow('42501');
    await db.$disconnect();
  });
});
