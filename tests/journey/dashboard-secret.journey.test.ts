import { randomBytes } from 'node:crypto';
import type { User } from '@topup/core/user';
import { startTestDashboard, type TestDashboard } from './support/dashboard';

const [first, second, third] = Array.from({ length: 3 }, () => randomBytes(32).toString('hex')) as [
  string,
  string,
  string,
];

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard({ DASHBOARD_SECRET: first });
});
afterAll(() => dashboard?.stop());

/** Signs in with password and code, in a browser that knows `cookies`. @returns the status of the code */
async function signInWithCode(user: User, totpURI: string, cookies: Iterable<[string, string]> = []) {
  const at = dashboard.browser();
  for (const [name, value] of cookies) at.cookies.set(name, value);
  expect((await dashboard.signIn(at, user.email)).body).toEqual({ twoFactorRedirect: true });
  const { status } = await at.post('/api/auth/two-factor/verify-totp', { code: await dashboard.codeOf(totpURI) });
  dashboard.noteSession(at);
  return status;
}

describe('a change of DASHBOARD_SECRET takes second factors and known devices away', () => {
  test('with the previous one beside it both survive, and so do they when that is gone', async () => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    const { totpURI, backupCodes } = await dashboard.enrol(at);
    const mails = dashboard.mailsTo(user.email).length;

    await dashboard.restart({ DASHBOARD_SECRET: second, DASHBOARD_SECRET_PREVIOUS: first });
    expect(dashboard.process.logs('second factors are under the new secret')).toMatchObject([
      { changed: 1, unreadable: 0 },
    ]);
    expect(await signInWithCode(user, totpURI, at.cookies)).toBe(200);
    expect(dashboard.mailsTo(user.email)).toHaveLength(mails); // none of them about a new device

    await dashboard.restart({ DASHBOARD_SECRET: second });
    expect(await signInWithCode(user, totpURI)).toBe(200);
    const again = dashboard.browser();
    await dashboard.signIn(again, user.email);
    const [code] = backupCodes;
    expect((await again.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200);
    dashboard.noteSession(again);

    // without the previous one the secret is lost
    await dashboard.restart({ DASHBOARD_SECRET: third });
    expect(await signInWithCode(user, totpURI)).not.toBe(200);
    await dashboard.restart({ DASHBOARD_SECRET: third, DASHBOARD_SECRET_PREVIOUS: first });
    expect(dashboard.process.logs('second factors are under the new secret')).toMatchObject([
      { changed: 0, unreadable: 1 },
    ]);
  });
});
