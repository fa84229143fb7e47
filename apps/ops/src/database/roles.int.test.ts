import path from 'node:path';
import { emptyDatabase, type TestDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { createTriggerFunctions, readFunctions } from './functions';
import { readMigrations } from './migration-history';
import { openSession } from './session';

const PRISMA = path.join(__dirname, '../../../../prisma');
const migrations = readMigrations(path.join(PRISMA, 'migrations'));
const ofRoles = migrations.findIndex(({ name }) => name.endsWith('_roles'));

let home: TestDatabase;
let db: Client;

beforeAll(async () => {
  home = await emptyDatabase();
  db = new Client(home.url);
  await db.connect();
  const session = await openSession(home.url, () => undefined);
  await createTriggerFunctions(session, readFunctions(path.join(PRISMA, 'functions')));
  await session.close();
  for (const { script } of migrations.slice(0, ofRoles)) await db.query(script);
  // without the rows and the triggers around users, which are not what this is about
  await db.query('SET session_replication_role = replica');
  for (const role of ['owner', 'member']) await insert(role, role);
  await db.query('SET session_replication_role = origin');
  await db.query(migrations[ofRoles]?.script ?? '');
});
afterAll(async () => {
  await db.end();
  await home.drop();
});

const insert = (name: string, role: string) =>
  db.query(
    `INSERT INTO dashboard_user (id, account_id, role, name, email)
     VALUES (gen_random_uuid(), gen_random_uuid(), $2, $1, $1 || '@x.example')`,
    [name, role],
  );

const roleOf = async (name: string) =>
  (await db.query('SELECT role FROM dashboard_user WHERE name = $1', [name])).rows[0]?.role;

describe('a member is left without a role when the release that calls them viewer comes', () => {
  test('who was a member is a viewer, and an owner stays one', async () => {
    expect([await roleOf('member'), await roleOf('owner')]).toEqual(['viewer', 'owner']);
  });

  test('a process of the release before, which still writes member, makes a viewer', async () => {
    await db.query(`UPDATE dashboard_user SET role = 'member' WHERE name = 'owner'`);
    expect(await roleOf('owner')).toBe('viewer');
  });

  test.each([
    ['member', 'viewer'],
    ['viewer', 'viewer'],
    ['buyer', 'buyer'],
  ])('a new %s is stored as %s', async (role, stored) => {
    await db.query('BEGIN');
    await db.query('ALTER TABLE dashboard_user DROP CONSTRAINT dashboard_user_account_id_fkey');
    await insert('new', role);
    expect(await roleOf('new')).toBe(stored);
    await db.query('ROLLBACK');
  });

  test('another word is no role', async () => {
    await expect(insert('x', 'admin')).rejects.toThrow('dashboard_user_role_check');
  });
});
