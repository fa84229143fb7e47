import { createAccount } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { findLink, findUser, linkDigest, redeemLink } from '@topup/core/user';
import { type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { runOps } from '../testing/run-ops';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  await createAccount(db, { name: 'acme', tier: 'standard' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const ops = (...words: string[]) =>
  runOps({ DATABASE_URL: database.url, DASHBOARD_URL: 'https://dashboard.example.test' }, ['user', ...words]);
const json = async (...words: string[]) => JSON.parse((await ops(...words, '--json')).stdout);
const tokenOf = (link: string) =>
  /^https:\/\/dashboard\.example\.test\/set-password\?token=([\w-]{43})$/.exec(link)?.[1] ?? '';

test('the first operator has no way in: a link that sets a password is printed once, and a newer one takes its place', async () => {
  const { id, link } = await json('create', '--email', 'Op@Example.test', '--name', 'Op', '--operator');
  expect(await findUser(db, { id })).toMatchObject({
    email: 'op@example.test',
    role: 'operator',
    accountId: null,
    invited: true,
  });
  expect(await findLink(db, linkDigest(tokenOf(link)))).toMatchObject({ id });

  const newer = (await json('link', '--email', 'op@example.test')).link;
  expect(await findLink(db, linkDigest(tokenOf(link)))).toBeNull();
  expect(await redeemLink(db, linkDigest(tokenOf(newer)), 'scrypt$…')).toBe(true);
  expect(await redeemLink(db, linkDigest(tokenOf(newer)), 'scrypt$…')).toBe(false);
});

test('a client’s user lands in another account, or with more than they should: account and role are those that were named', async () => {
  const owner = await json('create', '--email', 'ada@example.test', '--name', 'Ada', '--account', 'acme');
  const member = await json(
    'create',
    '--email',
    'bob@example.test',
    '--name',
    'Bob',
    '--account',
    'acme',
    '--role',
    'member',
  );
  expect([owner, member]).toMatchObject([
    { role: 'owner', account: 'acme' },
    { role: 'member', account: 'acme' },
  ]);
  const { stdout } = await ops('list');
  expect(stdout).toMatch(/^ada@example\.test +Ada +acme +owner +invited +no +-$/m);
  expect(stdout).toMatch(/^bob@example\.test +Bob +acme +member +invited /m);
});

test('one who has left gets in by an old link, or is never let in again: disabled they have neither, and `create` makes them new', async () => {
  const { id, link } = await json('create', '--email', 'gone@example.test', '--name', 'Gone', '--account', 'acme');
  expect(await json('disable', '--email', 'gone@example.test')).toEqual({ email: 'gone@example.test', disabled: true });
  expect(await findLink(db, linkDigest(tokenOf(link)))).toBeNull();
  expect(await ops('disable', '--email', 'gone@example.test')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('disabled before')],
  });
  expect(await ops('link', '--email', 'gone@example.test')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('is disabled')],
  });
  expect(await json('create', '--email', 'gone@example.test', '--name', 'Back', '--operator')).toMatchObject({
    id,
    role: 'operator',
  });
  expect(await findUser(db, { id })).toMatchObject({ name: 'Back', disabledAt: null, invited: true, accountId: null });
});

test.each([
  [['create', '--email', 'x@example.test', '--name', 'X'], 2, 'either --account'],
  [['create', '--email', 'x@example.test', '--name', 'X', '--account', 'acme', '--operator'], 2, 'either --account'],
  [['create', '--email', 'no address', '--name', 'X', '--operator'], 2, 'e-mail address'],
  [['create', '--email', 'x@example.test', '--name', 'X', '--account', 'nowhere'], 1, 'There is no account "nowhere"'],
  [
    ['create', '--email', 'op@example.test', '--name', 'Again', '--operator'],
    1,
    'signs in with op@example.test already',
  ],
  [['link', '--email', 'nobody@example.test'], 1, 'Nobody signs in with nobody@example.test'],
  [['drop-two-factor', '--email', 'op@example.test'], 1, 'has no second factor'],
])('what is wrong is not named: user %j', async (words, code, text) => {
  const ended = await ops(...words);
  expect(ended.code).toBe(code);
  expect(ended.lines.join('\n')).toContain(text);
});
