import { createAccount } from '@topup/core/account';
import { newId } from '@topup/core/shared';
import { addOperator, disableUser, insertUser } from '@topup/core/user';
import { AS_OPS, eventually, type GrantedRole, grantedRole, switchApprovalsOff, useDatabase } from '@topup/testkit';
import { Client } from 'pg';

const database = useDatabase({ max: 4, beforeDrop: () => release() });
const db = () => database.db;
let role: GrantedRole;
/** Somebody who has stolen the role of the dashboard, which alone writes how users sign in. */
let thief: Client;
let accountId: string;

beforeAll(async () => {
  await switchApprovalsOff(db());
  const opened = await createAccount(db(), { name: 'acme', tier: 'standard' }, AS_OPS);
  accountId = opened.kind === 'created' ? opened.id : '';
  role = await grantedRole(database.url, 'dashboard');
  thief = new Client(role.url);
  await thief.connect();
});
async function release() {
  await thief.end();
  await role.drop();
}

const add = (email: string) =>
  addOperator(db(), { userId: newId(), name: 'Bola', email, linkDigest: Buffer.alloc(32, email.length) }, AS_OPS);

async function disabledUser(email: string): Promise<string> {
  const user = await insertUser(db(), { accountId, role: 'viewer', name: 'x', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  await disableUser(db(), user.id);
  return user.id;
}

const plant = (userId: string) =>
  thief.query(
    `INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
     VALUES (gen_random_uuid(), $1::uuid, 'credential', $1::text, 'a hash that the thief knows')`,
    [userId],
  );

const passwordsOf = (userId: string) => db().dashboardCredential.count({ where: { userId } });

/** Until somebody waits for a lock. */
const untilBlocked = () =>
  eventually(
    () => db().$queryRaw<object[]>`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    (waiting) => waiting.length === 1,
  );

describe('a password that was planted before somebody became an operator signs in afterwards', () => {
  test('all with which the disabled user could sign in is deleted, and the second step is off', async () => {
    const userId = await disabledUser('bola@topup.example');
    await plant(userId);
    const secret = { id: newId(), userId, secret: 's', backupCodes: 'b' };
    await db().dashboardTwoFactor.create({ data: secret });
    await db().dashboardUser.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db().dashboardSession.create({ data: { id: newId(), userId, token: 'planted', expiresAt } });
    await db().dashboardVerification.create({ data: { id: newId(), identifier: 'x', value: userId, expiresAt } });
    await db().dashboardDevice.create({ data: { userId, digest: Buffer.alloc(32) } });

    expect(await add('bola@topup.example')).toMatchObject({ kind: 'added', userId });

    const user = await db().dashboardUser.findUniqueOrThrow({
      where: { id: userId },
      include: { sessions: true, credential: true, twoFactor: true, devices: true },
    });
    expect(user).toMatchObject({ role: 'operator', twoFactorEnabled: false, credential: null, twoFactor: null });
    expect([user.sessions, user.devices, await db().dashboardVerification.count()]).toEqual([[], [], 0]);
  });

  test('one that is planted and not yet committed is waited for, and deleted', async () => {
    const userId = await disabledUser('chidi@topup.example');
    await thief.query('BEGIN');
    await plant(userId);
    const added = add('chidi@topup.example');
    await untilBlocked();
    await thief.query('COMMIT');
    expect(await added).toMatchObject({ kind: 'added', userId });
    expect(await passwordsOf(userId)).toBe(0);
  });

  test('a link that is planted while the operator is added waits, and is refused', async () => {
    const userId = await disabledUser('dayo@topup.example');
    const adder = new Client(database.url);
    await adder.connect();
    try {
      await adder.query('BEGIN');
      await adder.query(
        `SELECT add_operator(gen_random_uuid(), 'Dayo', 'dayo@topup.example', sha256('x'), 'ops', NULL)`,
      );
      const link = `INSERT INTO dashboard_link (user_id, digest, expires_at) VALUES ($1, '\\x00', 'infinity')`;
      const planted = thief.query(link, [userId]).then(
        () => 'planted',
        ({ code }: { code: string }) => code,
      );
      await untilBlocked();
      await adder.query('COMMIT');
      expect(await planted).toBe('TP002');
      expect(await db().dashboardLink.count({ where: { userId, digest: Buffer.alloc(1) } })).toBe(0);
    } finally {
      await adder.end();
    }
  });
});

describe('a password that was planted in a disabled member signs in once they are invited again', () => {
  const again = (email: string) => insertUser(db(), { accountId, role: 'viewer', name: 'x', email });

  test('it is deleted', async () => {
    const userId = await disabledUser('ese@client.example');
    await plant(userId);
    expect(await again('ese@client.example')).toMatchObject({ kind: 'inserted', id: userId, invited: true });
    expect(await passwordsOf(userId)).toBe(0);
  });

  test('one that is planted and not yet committed is waited for, and deleted', async () => {
    const userId = await disabledUser('femi@client.example');
    await thief.query('BEGIN');
    await plant(userId);
    const invited = again('femi@client.example');
    await untilBlocked();
    await thief.query('COMMIT');
    expect(await invited).toMatchObject({ kind: 'inserted', id: userId, invited: true });
    expect(await passwordsOf(userId)).toBe(0);
  });
});
