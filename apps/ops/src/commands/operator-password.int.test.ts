import { Readable } from 'node:stream';
import { type GrantedRole, grantedRole, useDatabase } from '@topup/testkit';
import { runOps } from '../testing/run-ops';

const database = useDatabase({ beforeDrop: () => role.drop() });
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
let role: GrantedRole;

beforeAll(async () => {
  role = await grantedRole(database.url, 'ops');
});
afterAll(() => Object.defineProperty(process, 'stdin', stdin));

function create(url: string, email: string, ...more: string[]) {
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from(['correct horse battery staple\n']) });
  const args = ['user', 'create', '--email', email, '--name', 'Op', '--operator', ...more];
  return runOps({ DASHBOARD_URL: 'https://dashboard.example.test', DATABASE_URL: url }, args);
}

describe('anyone who has a shell signs in as a second operator, with a password of their choice', () => {
  test('the role of `ops` sets no password of an operator, and says what to do', async () => {
    expect(await create(role.url, 'one@topup.example', '--password-stdin')).toMatchObject({
      code: 2,
      lines: [expect.stringContaining('Leave --password-stdin out: they get a link.')],
    });
    expect(await database.db.dashboardUser.count()).toBe(0);
    expect(await create(role.url, 'one@topup.example')).toMatchObject({ code: 0 });
    expect(await database.db.dashboardCredential.count()).toBe(0);
  });

  test('the owner of the tables, who is bound by nothing, sets one', async () => {
    expect(await create(database.url, 'two@topup.example', '--password-stdin')).toMatchObject({ code: 0, lines: [] });
    expect(await database.db.dashboardCredential.count()).toBe(1);
  });
});
