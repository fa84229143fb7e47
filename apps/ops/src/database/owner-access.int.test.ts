import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createAccount } from '@topup/core/account';
import { insertAction, NO_ORIGIN } from '@topup/core/audit';
import { insertUser, setPassword, type User, type UserRole, userActions } from '@topup/core/user';
import { AS_OPS, type GrantedRole, grantedRole, switchApprovalsOff, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { runOps } from '../testing/run-ops';

const database = useDatabase({ beforeDrop: () => release() });
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
let role: GrantedRole;
/** Somebody who has stolen the role of `ops`. */
let thief: Client;
let account: string;

beforeAll(async () => {
  await switchApprovalsOff(database.db);
  role = await grantedRole(database.url, 'ops');
  thief = new Client(role.url);
  await thief.connect();
});
async function release() {
  await thief.end();
  await role.drop();
}
afterAll(() => Object.defineProperty(process, 'stdin', stdin));

beforeEach(async () => {
  const opened = await createAccount(database.db, { name: `acme ${Math.random()}`, tier: 'standard' }, AS_OPS);
  account = opened.kind === 'created' ? opened.id : '';
});

async function person(role: UserRole, password = true): Promise<User> {
  const email = `${role}-${Math.random()}@client.example`;
  const user = await insertUser(database.db, { accountId: account, role, name: 'Ada', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  if (password) await setPassword(database.db, user.id, 'scrypt$');
  if (password) await database.db.dashboardUser.update({ where: { id: user.id }, data: { twoFactorEnabled: true } });
  return user;
}

const mailsTo = async ({ email }: { email: string }) =>
  (await database.db.mail.findMany({ where: { email } })).map(({ subject, text }) => `${subject}: ${text}`);

const digest = () => randomBytes(32).toString('hex');

const LETTERS = {
  link: 'sets a new password',
  factor: 'now signs in with the password alone',
  disable: 'can no longer sign in to your account',
} as const;

describe('anyone who has stolen the role of `ops` changes how an owner signs in, and no owner hears of it', () => {
  test.each(Object.entries(LETTERS))('%s: each owner before the change gets one mail', async (change, text) => {
    const [owner, other, member] = [await person('owner'), await person('owner'), await person('viewer')];
    const { rows } = await thief.query('SELECT change_sign_in($1, $2, $3) AS done', [owner.id, change, digest()]);
    expect(rows).toEqual([{ done: true }]);
    for (const each of [owner, other])
      expect(await mailsTo(each)).toEqual([expect.stringContaining(`${owner.email} ${text}`)]);
    expect(await mailsTo(member)).toEqual([]);
  });

  test.each([
    ['link', userActions.linked],
    ['factor', userActions.factorReset],
    ['disable', userActions.disabled],
  ] as const)('%s: the mail reads as the one of the dashboard', async (change, action) => {
    const [owner, user] = [await person('owner'), await person('viewer')];
    await thief.query('SELECT change_sign_in($1, $2, $3)', [user.id, change, digest()]);
    await insertAction(database.db, { kind: 'system', process: 'test' }, NO_ORIGIN, action(user));
    const [one, other] = await mailsTo(owner);
    expect([one, await mailsTo(owner)]).toEqual([other, [one, one]]);
  });

  test('a link or a password for somebody who has none is told as an invitation', async () => {
    const [owner, ...invited] = [await person('owner'), await person('owner', false), await person('viewer', false)];
    for (const [n, { id }] of invited.entries())
      await thief.query('SELECT change_sign_in($1, $2, $3)', [id, ['link', 'password'][n], digest()]);
    expect((await mailsTo(owner)).sort()).toEqual([
      expect.stringContaining(`${invited[0]?.email} was invited to your account as an owner.`),
      expect.stringContaining(`${invited[1]?.email} was invited to your account as a viewer.`),
    ]);
  });

  test('a password that a user has is not replaced', async () => {
    const owner = await person('owner');
    const { rows } = await thief.query(`SELECT change_sign_in($1, 'password', 'mine') AS done`, [owner.id]);
    expect(rows).toEqual([{ done: false }]);
    expect(await database.db.dashboardCredential.count({ where: { password: 'mine' } })).toBe(0);
  });
});

describe('the same change by a command of `ops` is told twice, or not', () => {
  async function ops(...args: string[]) {
    Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from(['correct horse battery staple\n']) });
    const env = { DASHBOARD_URL: 'https://dashboard.example.test', DATABASE_URL: role.url };
    expect(await runOps(env, ['user', ...args])).toMatchObject({ code: 0 });
  }

  test.each([
    ['link', LETTERS.link],
    ['drop-two-factor', LETTERS.factor],
    ['disable', LETTERS.disable],
  ])('user %s: each owner before the change gets one mail', async (command, text) => {
    const [owner, other] = [await person('owner'), await person('owner')];
    await ops(command, '--email', owner.email);
    for (const each of [owner, other])
      expect(await mailsTo(each)).toEqual([expect.stringContaining(`${owner.email} ${text}`)]);
  });

  test.each([
    ['a viewer', ['--role', 'viewer']],
    ['a viewer', ['--role', 'member']],
    ['a buyer', ['--role', 'buyer']],
    ['an owner', []],
    ['a buyer', ['--role', 'buyer', '--password-stdin']],
    ['an owner', ['--password-stdin']],
  ])('user create, %s %j: one mail', async (who, args) => {
    const owner = await person('owner');
    const email = `new-${Math.random()}@client.example`;
    await ops('create', '--account', account, '--email', email, '--name', 'New', ...args);
    expect(await mailsTo(owner)).toEqual([expect.stringContaining(`${email} was invited to your account as ${who}.`)]);
    expect(await mailsTo({ email })).toEqual([]);
  });
});
