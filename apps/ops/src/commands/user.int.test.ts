import { findLink, findUser, linkDigest, redeemLink } from '@topup/core/user';
import { switchApprovalsOff } from '@topup/testkit';
import { useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld({ settings: () => ({ DASHBOARD_URL: 'https://dashboard.example.test' }) });
beforeAll(() => world.openAccount('acme'));
beforeAll(() => switchApprovalsOff(world.db)); // guarded.int.test.ts is about approvals

const ops = (...args: string[]) => world.ops('user', ...args);
const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).stdout);
const tokenOf = (link: string) =>
  /^https:\/\/dashboard\.example\.test\/set-password\?token=([\w-]{43})$/.exec(link)?.[1] ?? '';

describe('a user cannot get in, or gets into another account', () => {
  test('an operator is created with a link that sets a password, and a new link replaces it', async () => {
    const { id, link } = await json('create', '--email', 'Op@Example.test', '--name', 'Op', '--operator');
    expect(await findUser(world.db, { id })).toMatchObject({
      email: 'op@example.test',
      role: 'operator',
      accountId: null,
      invited: true,
    });
    expect(await findLink(world.db, linkDigest(tokenOf(link)))).toMatchObject({ id });

    const newer = (await json('link', '--email', 'op@example.test')).link;
    expect(await findLink(world.db, linkDigest(tokenOf(link)))).toBeNull();
    expect(await redeemLink(world.db, linkDigest(tokenOf(newer)), 'scrypt$…')).toBe(true);
    expect(await redeemLink(world.db, linkDigest(tokenOf(newer)), 'scrypt$…')).toBe(false);
  });

  test('a user of an account has the account and the role that were named', async () => {
    const owner = await json('create', '--email', 'ada@example.test', '--name', 'Ada', '--account', 'acme');
    expect(owner).toMatchObject({ role: 'owner', account: 'acme' });
    const ofAcme = ['--name', 'Bob', '--account', 'acme', '--role'];
    for (const [word, role] of Object.entries({ buyer: 'buyer', viewer: 'viewer', member: 'viewer' }))
      expect(await json('create', '--email', `${word}@example.test`, ...ofAcme, word)).toMatchObject({
        ...{ role, account: 'acme' },
      });
    expect((await ops('create', '--email', 'x@example.test', ...ofAcme, 'operator')).code).toBe(2);
    const { stdout } = await ops('list');
    expect(stdout).toMatch(/^ada@example\.test +Ada +acme +owner +invited +no +-$/m);
    expect(stdout).toMatch(/^member@example\.test +Bob +acme +viewer +invited /m);
  });

  test('a disabled user has no valid link and gets none, until `create` lets them in again', async () => {
    const { id, link } = await json('create', '--email', 'gone@example.test', '--name', 'Gone', '--account', 'acme');
    expect(await json('disable', '--email', 'gone@example.test')).toEqual({
      email: 'gone@example.test',
      disabled: true,
    });
    expect(await findLink(world.db, linkDigest(tokenOf(link)))).toBeNull();
    expect(await ops('disable', '--email', 'gone@example.test')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('is already disabled')],
    });
    expect(await ops('link', '--email', 'gone@example.test')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('is disabled')],
    });
    expect(await json('create', '--email', 'gone@example.test', '--name', 'Back', '--operator')).toMatchObject({
      id,
      role: 'operator',
    });
    expect(await findUser(world.db, { id })).toMatchObject({
      name: 'Back',
      disabledAt: null,
      invited: true,
      accountId: null,
    });
  });

  test.each([
    [['create', '--email', 'x@example.test', '--name', 'X'], 2, 'either --account'],
    [['create', '--email', 'x@example.test', '--name', 'X', '--account', 'acme', '--operator'], 2, 'either --account'],
    [['create', '--email', 'no address', '--name', 'X', '--operator'], 2, 'e-mail address'],
    [
      ['create', '--email', 'x@example.test', '--name', 'X', '--account', 'nowhere'],
      1,
      'There is no account "nowhere"',
    ],
    [
      ['create', '--email', 'op@example.test', '--name', 'Again', '--operator'],
      1,
      'The e-mail address op@example.test is already in use',
    ],
    [['link', '--email', 'nobody@example.test'], 1, 'There is no user "nobody@example.test"'],
    [['drop-two-factor', '--email', 'op@example.test'], 1, 'has not set up two-factor authentication'],
  ])('user %j prints what is wrong', async (args, code, text) => {
    const result = await ops(...args);
    expect(result.code).toBe(code);
    expect(result.lines.join('\n')).toContain(text);
  });
});
