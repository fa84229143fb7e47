import { grantedRole, testPool, useDatabase } from '@topup/testkit';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { findFactor, takeStep } from './factor.store';
import { insertUser } from './user.store';

const database = useDatabase();
const db = (): Db => database.db;

async function newUser(): Promise<string> {
  const user = await insertUser(db(), {
    accountId: null,
    role: 'operator',
    name: 'Ada',
    email: `${newId()}@x.example`,
  });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  return user.id;
}

const addFactor = async (userId: string, verified: boolean) =>
  db().$executeRaw`
    INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes, verified)
    VALUES (${newId()}::uuid, ${userId}::uuid, 'secret', 'codes', ${verified})`;

describe('a code is used twice', () => {
  test('of many who take the same step at a time one succeeds, and earlier steps are gone', async () => {
    const user = await newUser();
    await addFactor(user, true);
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeStep(db(), user, 100)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await takeStep(db(), user, 99)).toBe(false);
    expect(await takeStep(db(), user, 101)).toBe(true);
    expect(await findFactor(db(), user)).toEqual({ secret: 'secret', verified: true });
  });

  test('another secret begins anew', async () => {
    const user = await newUser();
    await addFactor(user, false);
    expect(await takeStep(db(), user, 100)).toBe(true);
    await db().$executeRaw`UPDATE dashboard_two_factor SET secret = 'other' WHERE user_id = ${user}::uuid`;
    expect(await takeStep(db(), user, 100)).toBe(true);
  });
});

describe('somebody with the role of the dashboard makes a factor or a proof look older', () => {
  let role: Awaited<ReturnType<typeof grantedRole>>;
  let stolen: Db;
  beforeAll(async () => {
    role = await grantedRole(database.url, 'dashboard');
    stolen = testPool(role.url, 1);
  });
  afterAll(async () => {
    await stolen.$disconnect();
    await role.drop();
  });

  const enrolledAt = async (userId: string) =>
    (await db().dashboardTwoFactor.findUniqueOrThrow({ where: { userId } })).enrolledAt;

  test('a factor is as old as its proof, whatever is written', async () => {
    const user = await newUser();
    const before = new Date(Date.now() - 1000);
    await stolen.$executeRaw`
      INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes, verified, enrolled_at)
      VALUES (${newId()}::uuid, ${user}::uuid, 'secret', 'codes', true, '2020-01-01')`;
    const at = await enrolledAt(user);
    expect(at?.getTime()).toBeGreaterThan(before.getTime());
    await stolen.$executeRaw`
      UPDATE dashboard_two_factor SET enrolled_at = '2020-01-01', failed_verification_count = 1
       WHERE user_id = ${user}::uuid`;
    expect(await enrolledAt(user)).toEqual(at);
  });

  test('a factor has no age before it is proved, and another secret is another factor', async () => {
    const user = await newUser();
    await addFactor(user, false);
    expect(await enrolledAt(user)).toBeNull();
    await stolen.$executeRaw`
      UPDATE dashboard_two_factor SET verified = true, enrolled_at = '2020-01-01' WHERE user_id = ${user}::uuid`;
    const at = await enrolledAt(user);
    expect(at?.getFullYear()).not.toBe(2020);
    await stolen.$executeRaw`UPDATE dashboard_two_factor SET secret = 'other' WHERE user_id = ${user}::uuid`;
    expect((await enrolledAt(user))?.getTime()).toBeGreaterThan(at?.getTime() ?? Number.POSITIVE_INFINITY);
  });

  test('a factor cannot be given to another user', async () => {
    const [one, other] = [await newUser(), await newUser()];
    await addFactor(one, true);
    await expect(
      stolen.$executeRaw`UPDATE dashboard_two_factor SET user_id = ${other}::uuid WHERE user_id = ${one}::uuid`,
    ).rejects.toThrow('TP002');
  });

  test('a proof is always now', async () => {
    const [user, session] = [await newUser(), newId()];
    const before = Date.now() - 1000;
    const factorAt = async () =>
      (await db().dashboardSession.findUniqueOrThrow({ where: { id: session } })).factorAt?.getTime() ?? 0;
    await stolen.$executeRaw`
      INSERT INTO dashboard_session (id, user_id, token, expires_at, factor_at)
      VALUES (${session}::uuid, ${user}::uuid, ${session}, now() + interval '1 day', '2999-01-01')`;
    const inserted = await factorAt();
    expect(inserted).toBeGreaterThan(before);
    expect(inserted).toBeLessThan(Date.now() + 60_000);
    await stolen.$executeRaw`UPDATE dashboard_session SET factor_at = '2999-01-01' WHERE id = ${session}::uuid`;
    const updated = await factorAt();
    expect(updated).toBeGreaterThan(inserted);
    expect(updated).toBeLessThan(Date.now() + 60_000);
  });
});
