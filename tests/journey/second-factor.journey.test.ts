import { changeSignIn, createLink, type User } from '@topup/core/user';
import type { Browser } from './support/browser';
import { PASSWORD, startTestDashboard, type TestDashboard } from './support/dashboard';
import { totp } from './support/totp';

// The second factor at the dashboard as in production, where every operator must have one.

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard({ OPERATOR_FACTOR: 'required' });
});
afterAll(() => dashboard?.stop());

const STEP_MS = 30_000;

/** A user who has enrolled, in a browser that is signed in. */
async function enrolled(role: 'owner' | 'viewer' | 'operator' = 'owner', accountId?: string) {
  const user = await dashboard.addUser(role, accountId);
  const at = await dashboard.signedIn(user);
  return { user, at, ...(await dashboard.enrol(at)) };
}

const confirm = (at: Browser, code: string) => at.post('/api/auth/confirm-factor', { code });

/** The codes of the app for sign-ins, in a browser whose password was right. */
async function atTheCode(user: User): Promise<(code: string) => Promise<number>> {
  const at = dashboard.browser();
  expect((await dashboard.signIn(at, user.email)).body).toEqual({ twoFactorRedirect: true });
  return async (code) => {
    const { status } = await at.post('/api/auth/two-factor/verify-totp', { code });
    dashboard.noteSession(at);
    return status;
  };
}

/** Makes every proof of a user older than five minutes. The database is told to believe it. */
const makeStale = (user: User) =>
  dashboard.db.$transaction([
    dashboard.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    dashboard.db.$executeRaw`
      UPDATE dashboard_session SET factor_at = factor_at - interval '301 seconds' WHERE user_id = ${user.id}::uuid`,
  ]);

describe('a link to set a password is used in place of a second factor', () => {
  /** A browser in which a new link of the user has set a password, and the answer. */
  async function byLink(user: User) {
    const token = (await createLink(dashboard.db, user.id)) ?? '';
    dashboard.secrets.links.add(token);
    const at = dashboard.browser();
    const { status, body } = await at.post('/api/auth/reset-password', { token, newPassword: PASSWORD });
    expect(status).toBe(200);
    return { at, body };
  }

  test('a user with a factor still gives the code, and is nobody before', async () => {
    const { user, totpURI } = await enrolled();
    const { at, body } = await byLink(user);
    expect(body).toEqual({ twoFactorRedirect: true });
    expect((await at.get('/api/me')).status).toBe(401);
    expect((await at.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(400);
    expect((await at.get('/api/me')).status).toBe(401);
    const code = await dashboard.codeOf(totpURI);
    expect((await at.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200);
    dashboard.noteSession(at);
    expect((await at.get('/api/me')).body).toMatchObject({ user: { id: user.id } });
  });

  test('a user who must have a factor, and has none, enrols before anything else', async () => {
    const { at, body } = await byLink(await dashboard.addUser('operator'));
    dashboard.noteSession(at);
    expect(body).toEqual({ twoFactorRedirect: false });
    expect((await at.get('/api/me')).body).toMatchObject({ mustEnrol: true });
    expect((await at.get('/api/operator/accounts')).body.code).toBe('factor_enrolment_needed');
  });
});

describe('an operator signs in with a password alone', () => {
  test('nothing is reached before a second factor is enrolled, and everything after it', async () => {
    const operator = await dashboard.addUser('operator');
    const at = await dashboard.signedIn(operator);
    expect((await at.get('/api/me')).body).toMatchObject({ role: 'operator', mustEnrol: true });
    const needed = { status: 403, body: { code: 'factor_enrolment_needed' } };
    for (const path of ['/api/operator/accounts', '/api/operator/actions.csv', '/api/sessions'])
      expect(await at.get(path)).toMatchObject(needed);
    for (const [path, body] of [
      ['/api/operator/accounts', { name: 'new', tier: 'standard' }],
      ['/api/sessions/revoke-others', {}],
      ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another horse altogether' }],
      ['/api/auth/two-factor/disable', { password: PASSWORD }],
      ['/api/auth/confirm-factor', { code: '123456' }],
    ] as const)
      expect(await at.post(path, body)).toMatchObject(needed);

    await dashboard.enrol(at);

    expect((await at.get('/api/me')).body).toMatchObject({ mustEnrol: false, user: { twoFactor: true } });
    expect((await at.get('/api/operator/accounts')).status).toBe(200);
    expect((await at.post('/api/operator/accounts', { name: 'new', tier: 'standard' })).status).toBe(201);
  });

  test('a session that began while the flag of the user was off reaches nothing, then and afterwards', async () => {
    const { user } = await enrolled('operator');
    const flag = (twoFactorEnabled: boolean) =>
      dashboard.db.dashboardUser.update({ where: { id: user.id }, data: { twoFactorEnabled } });
    const reached = async (at: Browser) => {
      const answers = [await at.get('/api/me'), await at.get('/api/operator/accounts')];
      return answers.map(({ status }) => status);
    };
    await flag(false);
    const at = dashboard.browser();
    expect((await dashboard.signIn(at, user.email)).body).toEqual({ twoFactorRedirect: false });
    dashboard.noteSession(at);
    expect(await reached(at)).toEqual([401, 401]);
    await flag(true);
    expect(await reached(at)).toEqual([401, 401]);
  });

  test('who cannot enrol can sign out, and a factor that was begun only is none', async () => {
    const at = await dashboard.signedIn(await dashboard.addUser('operator'));
    const { totpURI } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
    dashboard.secrets.totp.add(new URL(totpURI).searchParams.get('secret') ?? '');
    expect((await at.get('/api/operator/accounts')).status).toBe(403);
    expect((await at.post('/api/auth/sign-out', {})).status).toBe(200);
    expect((await at.get('/api/me')).status).toBe(401);
  });

  test('an owner requires it of the team: a member without one enrols before the next request', async () => {
    const owner = await enrolled();
    const member = await dashboard.addUser('viewer', owner.user.accountId ?? '');
    const at = await dashboard.signedIn(member);
    expect((await at.get('/api/team')).status).toBe(200);
    expect((await at.post('/api/team/factor', { required: true })).body.code).toBe('not_an_owner');
    for (let n = 0; n < 2; n += 1)
      expect((await owner.at.post('/api/team/factor', { required: true })).status).toBe(200);
    expect(await at.get('/api/team')).toMatchObject({ status: 403, body: { code: 'factor_enrolment_needed' } });
    expect((await owner.at.get('/api/me')).body).toMatchObject({ mustEnrol: false, account: { factorRequired: true } });
    await dashboard.enrol(at);
    expect((await at.get('/api/team')).status).toBe(200);
    const recorded = await dashboard.db.auditLog.findMany({ where: { action: 'account.factor_required' } });
    expect(recorded).toMatchObject([
      {
        userId: owner.user.id,
        accountId: owner.user.accountId,
        before: { required: false },
        after: { required: true },
      },
    ]);
  });
});

describe('a code is seen over a shoulder, and used again', () => {
  test('the code that has enrolled the factor neither confirms nor signs in', async () => {
    const { user, at, code } = await enrolled();
    expect(await confirm(at, code)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect(await (await atTheCode(user))(code)).toBe(400);
  });

  test.each([
    ['topup.two_factor', 'wrong_code'],
    ['a.__Secure-topup.two_factor', 'wrong_code'],
    ['__Secure-topup.two_factor', 'sign_in_again'],
  ])('behind another cookie %s it does not sign in again', async (decoy, refusal) => {
    const { user, totpURI } = await enrolled();
    const now = Date.now();
    await dashboard.codeOf(totpURI);
    expect(await (await atTheCode(user))(totp(totpURI, now))).toBe(200);
    const at = dashboard.browser();
    await dashboard.signIn(at, user.email);
    const cookie = [`${decoy}=x.y`, ...[...at.cookies].map(([name, value]) => `${name}=${value}`)].join('; ');
    const again = await at.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI, now) }, { cookie });
    expect(again.body?.code).toBe(refusal);
    expect((await at.get('/api/me')).status).toBe(401);
  });

  test('of two sign-ins with one code at the same moment one succeeds', async () => {
    const { user, totpURI } = await enrolled();
    const signIns = [await atTheCode(user), await atTheCode(user), await atTheCode(user)];
    const code = await dashboard.codeOf(totpURI);
    const answers = await Promise.all(signIns.map((signIn) => signIn(code)));
    expect(answers.sort()).toEqual([200, 400, 400]);
  });

  test('of several uses of one backup code at the same moment one succeeds', async () => {
    const { user, at, backupCodes } = await enrolled();
    const [first = '', second = ''] = backupCodes;
    const signIn = async () => {
      const next = dashboard.browser();
      await dashboard.signIn(next, user.email);
      return async () => {
        const page = await next.post('/api/auth/two-factor/verify-backup-code', { code: first });
        dashboard.noteSession(next);
        return page.status;
      };
    };
    const signIns = [await signIn(), await signIn(), await signIn()];
    expect((await Promise.all(signIns.map((each) => each()))).sort()).toEqual([200, 400, 400]);
    const confirmed = await Promise.all([confirm(at, second), confirm(at, second), confirm(at, second)]);
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('a code that has signed in does not confirm, and the next one does', async () => {
    const { user, at, totpURI } = await enrolled();
    const now = Date.now();
    await dashboard.codeOf(totpURI);
    expect(await (await atTheCode(user))(totp(totpURI, now))).toBe(200);
    expect((await confirm(at, totp(totpURI, now))).body?.code).toBe('wrong_code');
    expect((await confirm(at, totp(totpURI, now + STEP_MS))).status).toBe(200);
  });

  test('a backup code confirms once, and after five wrong codes none is tried', async () => {
    const { at, totpURI, backupCodes } = await enrolled();
    const [code = ''] = backupCodes;
    expect((await confirm(at, code)).status).toBe(200);
    expect((await confirm(at, code)).status).toBe(400);
    for (let n = 0; n < 4; n += 1) expect((await confirm(at, `00000${n}`)).status).toBe(400);
    const locked = await confirm(at, await dashboard.codeOf(totpURI));
    expect([locked.status, locked.body.code]).toEqual([429, 'too_many_attempts']);
  });
});

describe('codes are guessed, or burned, in a session that is signed in', () => {
  test('who enrols a factor has five wrong codes, and then the right one is not tried', async () => {
    const at = await dashboard.signedIn(await dashboard.addUser());
    const { totpURI } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
    dashboard.secrets.totp.add(new URL(totpURI).searchParams.get('secret') ?? '');
    const verify = (code: string) => at.post('/api/auth/two-factor/verify-totp', { code });
    for (let n = 0; n < 5; n += 1) expect((await verify(`wrong${n}`)).body.code).toBe('wrong_code');
    expect(await verify(totp(totpURI))).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await at.get('/api/me')).body.user.twoFactor).toBe(false);
  });

  test('a backup code for signing in is refused once signed in, and is still good', async () => {
    const { at, backupCodes } = await enrolled();
    const [code = ''] = backupCodes;
    const burned = await at.post('/api/auth/two-factor/verify-backup-code', { code });
    expect(burned).toMatchObject({ status: 409, body: { code: 'signed_in' } });
    expect((await confirm(at, code)).status).toBe(200);
  });
});

describe('a session that a thief has outlives the second factor, or removes it', () => {
  test('enabling ends every other session', async () => {
    const user = await dashboard.addUser();
    const [thief, at] = [await dashboard.signedIn(user), await dashboard.signedIn(user)];
    await dashboard.enrol(at);
    expect([(await thief.get('/api/me')).status, (await at.get('/api/me')).status]).toEqual([401, 200]);
    const [entry] = await dashboard.db.auditLog.findMany({ where: { action: 'factor.enable', userId: user.id } });
    expect(entry?.before).toEqual({ other_sessions: 1 });
  });

  test('without a fresh code nobody removes it, makes new backup codes or changes the password', async () => {
    const { user, at, totpURI } = await enrolled();
    await makeStale(user);
    const stale = { status: 403, body: { code: 'factor_needed' } };
    for (const path of ['/api/auth/two-factor/disable', '/api/auth/two-factor/generate-backup-codes'])
      expect(await at.post(path, { password: PASSWORD })).toMatchObject(stale);
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse altogether' };
    expect(await at.post('/api/auth/change-password', passwords)).toMatchObject(stale);
    expect((await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body.code).toBe('two_factor_is_on');
    expect((await confirm(at, await dashboard.codeOf(totpURI))).status).toBe(200);

    const other = await atTheCode(user);
    expect(await other(await dashboard.codeOf(totpURI))).toBe(200);
    const codes = await at.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    expect(codes.body.backupCodes).toHaveLength(10);
    expect((await at.get('/api/sessions')).body).toHaveLength(1);
    expect((await at.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
    dashboard.noteSession(at);
    expect((await at.get('/api/me')).body.user.twoFactor).toBe(false);
  });

  test('a change of the password ends each sign-in that waits for a code, and each link', async () => {
    const { user, at, totpURI } = await enrolled();
    const thief = await atTheCode(user);
    const token = (await createLink(dashboard.db, user.id)) ?? '';
    dashboard.secrets.links.add(token);
    const newPassword = 'another horse altogether';
    const changed = await at.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
    expect(changed.status).toBe(200);
    dashboard.noteSession(at);
    expect((await at.get('/api/me')).status).toBe(200); // the new session has passed the second step too
    expect(await thief(await dashboard.codeOf(totpURI))).toBe(401);
    expect((await dashboard.browser().post('/api/auth/reset-password', { token, newPassword })).status).toBe(410);
  });

  test('an operator who drops a lost factor ends the sessions of its user', async () => {
    const { user, at } = await enrolled();
    expect(await changeSignIn(dashboard.db, user.id, 'factor')).toBe(true);
    expect((await at.get('/api/me')).status).toBe(401);
  });

  test('money moves only with a fresh code; a sign-in with one is fresh', async () => {
    const { user, at, totpURI } = await enrolled('operator');
    const fund = (by: Browser, reference: string) =>
      by.post(`/api/operator/accounts/${account}/fund`, { amount: '100', reference, note: 'bank' });
    const account = await dashboard.addAccount();
    expect((await fund(at, 'one')).status).toBe(200);
    await makeStale(user);
    expect(await fund(at, 'two')).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    expect((await confirm(at, await dashboard.codeOf(totpURI))).status).toBe(200);
    expect((await fund(at, 'two')).status).toBe(200);
  });
});

// this test must be the last: it reads everything that the tests above have made
test('no answer and no log line contains a token, a code or a secret', () => {
  dashboard.expectNoSecretShown({ sessions: 10, links: 0, totp: dashboard.secrets.totp.size, requests: 60 });
});
