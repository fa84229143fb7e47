import { createLink, disableUser, insertUser } from '@topup/core/user';
import { eventually } from '@topup/testkit';
import { PASSWORD, startTestDashboard, type TestDashboard, WRONG_PASSWORD } from './support/dashboard';
import { totp } from './support/totp';

// How a person proves who it is: sign-in, links, passwords and the second factor, at the dashboard as in production.

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard();
});
afterAll(() => dashboard?.stop());

const failedGuess = (status: number) =>
  expect.objectContaining({
    status,
    body: { status: 'error', code: 'wrong_credentials', message: expect.any(String) },
  });

describe('a stranger signs in, or uses the session of another person', () => {
  test('the session cookie is HttpOnly, Secure and SameSite, and no answer contains it', async () => {
    const user = await dashboard.addUser();
    const at = dashboard.browser();

    const page = await dashboard.signIn(at, user.email.toUpperCase());

    expect(page).toMatchObject({ status: 200, body: { twoFactorRedirect: false } });
    const [cookie = ''] = at.setCookies();
    expect(cookie).toMatch(/^__Secure-topup\.session_token=/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', `Max-Age=${7 * 86_400}`])
      expect(cookie).toContain(flag);
    expect((await at.get('/api/me')).body).toMatchObject({
      user: { id: user.id, email: user.email, twoFactor: false },
      role: 'owner',
      account: { id: user.accountId, tier: 'standard', status: 'active' },
      mails: true,
    });
    const [name, value = ''] = [...at.cookies][0] ?? [];
    at.cookies.set(name ?? '', `${value.slice(0, -6)}AAAAA%3D`);
    expect((await at.get('/api/me')).status).toBe(401);
  });

  test('a request that does not come from our pages is declined before anything else', async () => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    for (const origin of [
      'https://evil.example',
      'https://dashboard.example.test.evil.example',
      'null',
      'http://dashboard.example.test',
    ])
      expect(await at.post('/api/sessions/revoke-others', {}, { origin })).toMatchObject({
        status: 403,
        body: { code: 'cross_site' },
      });
    const lured = dashboard.browser();
    expect(await dashboard.signIn(lured, user.email, PASSWORD, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(lured.cookies.size).toBe(0);
    expect((await at.post('/api/auth/sign-out', {})).status).toBe(200);
    expect((await at.get('/api/me')).status).toBe(401);
  });

  test('an unknown address, a wrong password, no password and a disabled user look alike', async () => {
    const [known, disabled, accountId] = [
      await dashboard.addUser(),
      await dashboard.addUser(),
      await dashboard.addAccount(),
    ];
    await disableUser(dashboard.db, disabled.id);
    const invited = await insertUser(dashboard.db, {
      accountId,
      role: 'viewer',
      name: 'New',
      email: 'invited@example.test',
    });
    expect(invited).toMatchObject({ invited: true });

    const answers = [
      await dashboard.signIn(dashboard.browser(), known.email, WRONG_PASSWORD),
      await dashboard.signIn(dashboard.browser(), 'nobody@example.test'),
      await dashboard.signIn(dashboard.browser(), 'invited@example.test'),
      await dashboard.signIn(dashboard.browser(), disabled.email),
    ];

    expect(answers).toEqual(answers.map(() => failedGuess(401)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const asked = await Promise.all(
      [known.email, 'nobody@example.test'].map((email) =>
        dashboard.browser().post('/api/auth/request-password-reset', { email }),
      ),
    );
    expect(asked.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"mails":true}'],
      [200, '{"mails":true}'],
    ]);
    dashboard.linkIn(
      (
        await eventually(
          () => dashboard.mailsTo(known.email),
          ({ length }) => length === 1,
        )
      )[0]?.text ?? '',
    );
  });

  test.each([
    ['/api/auth/sign-in/email', 'email', { email: 'no address', password: PASSWORD }],
    ['/api/auth/sign-in/email', 'password', { email: 'a@example.test' }],
    ['/api/auth/sign-in/email', 'password', { email: 'a@example.test', password: 'x'.repeat(300) }],
    ['/api/auth/reset-password', 'token', { newPassword: PASSWORD }],
  ])('%s names the missing or wrong field: %s', async (path, field, body) => {
    expect(await dashboard.browser().post(path, body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', fields: { [field]: expect.any(String) } },
    });
  });

  test('only the endpoints that the pages need exist, and only after a sign-in', async () => {
    const at = await dashboard.signedIn(await dashboard.addUser());
    for (const path of [
      'sign-up/email',
      'list-sessions',
      'get-session',
      'update-user',
      'delete-user',
      'change-email',
      'admin/list-users',
    ])
      expect([
        path,
        (await at.post(`/api/auth/${path}`, {})).status,
        (await at.get(`/api/auth/${path}`)).status,
      ]).toEqual([path, 404, 404]);
    for (const path of [
      'change-password',
      'two-factor/enable',
      'two-factor/disable',
      'two-factor/generate-backup-codes',
      'confirm-factor',
    ])
      expect([path, (await dashboard.browser().post(`/api/auth/${path}`, { password: PASSWORD })).status]).toEqual([
        path,
        401,
      ]);
    for (const path of ['/api/me', '/api/sessions', '/api/team', '/api/operator/accounts'])
      expect((await dashboard.browser().get(path)).status).toBe(401);
  });

  test('every answer has the security headers of a page, and unknown files return 404', async () => {
    const page = await dashboard.browser().get('/transactions?search=x', { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
    const asset = await dashboard.browser().get(script, { 'accept-encoding': 'gzip' });
    expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    expect((await dashboard.browser().get('/assets/none.js', { accept: 'text/html' })).status).toBe(404);
    expect((await dashboard.browser().get('/..%2f..%2fpackage.json')).status).toBe(404);
  });
});

describe('a stolen password or an old link opens an account', () => {
  test('a password link works once, is replaced by a newer one, and ends every session', async () => {
    const user = await dashboard.addUser();
    const before = await dashboard.signedIn(user);
    const token = (await createLink(dashboard.db, user.id)) ?? '';
    dashboard.secrets.links.add(token);
    expect((await dashboard.browser().post('/api/auth/link', { token })).body).toEqual({
      email: user.email,
      name: user.name,
      invited: false,
    });
    for (const newPassword of [
      'too short',
      `my name is ${user.email.split('@')[0]}`,
      'aaaaaaaaaaaaaaaa',
      'x'.repeat(129),
    ])
      expect(await dashboard.browser().post('/api/auth/reset-password', { token, newPassword })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: { newPassword: expect.any(String) } },
      });

    const redeem = (newPassword: string) =>
      dashboard.browser().post('/api/auth/reset-password', { token, newPassword });
    const both = await Promise.all([redeem('a new horse, battery staple 1'), redeem('a new horse, battery staple 2')]);

    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await before.get('/api/me')).status).toBe(401);
    expect((await dashboard.signIn(dashboard.browser(), user.email)).status).toBe(401);
    const won = both.findIndex(({ status }) => status === 200) + 1;
    expect((await dashboard.signIn(dashboard.browser(), user.email, `a new horse, battery staple ${won}`)).status).toBe(
      200,
    );

    const [older, newer] = [
      (await createLink(dashboard.db, user.id)) ?? '',
      (await createLink(dashboard.db, user.id)) ?? '',
    ];
    for (const each of [older, newer]) dashboard.secrets.links.add(each);
    expect(await dashboard.browser().post('/api/auth/link', { token: older })).toMatchObject({
      status: 410,
      body: { code: 'link_spent' },
    });
    await dashboard.db
      .$executeRaw`UPDATE dashboard_link SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}::uuid`;
    expect(
      (await dashboard.browser().post('/api/auth/reset-password', { token: newer, newPassword: PASSWORD })).status,
    ).toBe(410);
  });

  test('a forgotten password: the link is mailed to its owner and names this dashboard', async () => {
    const user = await dashboard.addUser();
    await dashboard.browser().post('/api/auth/request-password-reset', { email: user.email });
    const [mail] = await eventually(
      () => dashboard.mailsTo(user.email),
      ({ length }) => length === 1,
    );
    const token = dashboard.linkIn(mail?.text ?? '');
    const at = dashboard.browser();
    expect(await at.post('/api/auth/reset-password', { token, newPassword: 'a horse from the mail' })).toMatchObject({
      status: 200,
      body: { twoFactorRedirect: false },
    });
    dashboard.noteSession(at);
    expect((await at.get('/api/me')).body).toMatchObject({ user: { id: user.id }, mustEnrol: false });
    expect((await dashboard.signIn(dashboard.browser(), user.email, 'a horse from the mail')).status).toBe(200);
  });

  test('an operator who has forgotten the password is mailed to ask another one, and gets no link', async () => {
    const operator = await dashboard.addUser('operator');
    const asked = await dashboard.browser().post('/api/auth/request-password-reset', { email: operator.email });
    expect([asked.status, asked.text]).toEqual([200, '{"mails":true}']);
    const [mail] = await eventually(
      () => dashboard.mailsTo(operator.email),
      ({ length }) => length === 1,
    );
    expect(mail?.text).toContain('ask another operator');
    expect(mail?.text).not.toContain('token');
    expect(await dashboard.db.dashboardLink.count({ where: { userId: operator.id } })).toBe(0);
  });

  test('a new password needs the old one, ends other sessions, and can be guessed five times', async () => {
    const user = await dashboard.addUser();
    const [here, there] = [await dashboard.signedIn(user), await dashboard.signedIn(user)];
    const change = (currentPassword: string) =>
      here.post('/api/auth/change-password', { currentPassword, newPassword: 'another horse altogether' });

    expect(await change(WRONG_PASSWORD)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect((await change(PASSWORD)).status).toBe(200);
    dashboard.noteSession(here);

    expect([(await here.get('/api/me')).status, (await there.get('/api/me')).status]).toEqual([200, 401]);
    for (let n = 0; n < 5; n += 1) expect((await change(WRONG_PASSWORD)).status).toBe(400);
    expect(await change('another horse altogether')).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    });
  });

  test('no session before the code, five wrong codes lock it, and a backup code works once', async () => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    expect(await at.post('/api/auth/two-factor/enable', { password: WRONG_PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    const { totpURI, backupCodes } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
    dashboard.secrets.totp.add(new URL(totpURI).searchParams.get('secret') ?? '');
    expect(backupCodes).toHaveLength(10);
    // begun and not confirmed: a phone that was never set up must not lock its owner out
    expect((await dashboard.signIn(dashboard.browser(), user.email)).body).toEqual({ twoFactorRedirect: false });
    expect((await at.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200);
    dashboard.noteSession(at);
    expect((await at.get('/api/me')).body.user.twoFactor).toBe(true);

    const next = dashboard.browser();
    expect((await dashboard.signIn(next, user.email)).body).toEqual({ twoFactorRedirect: true });
    expect([...next.cookies.keys()]).toEqual(['__Secure-topup.two_factor']);
    expect((await next.get('/api/me')).status).toBe(401);
    expect((await next.post('/api/auth/two-factor/verify-totp', { code: '000000' })).body.code).toBe('wrong_code');
    const again = { code: await dashboard.codeOf(totpURI) };
    expect((await next.post('/api/auth/two-factor/verify-totp', again)).status).toBe(200);
    dashboard.noteSession(next);
    expect((await next.get('/api/me')).status).toBe(200);

    const [code] = backupCodes;
    const withCode = async () => {
      const third = dashboard.browser();
      await dashboard.signIn(third, user.email);
      return third.post('/api/auth/two-factor/verify-backup-code', { code });
    };
    expect([(await withCode()).status, (await withCode()).body.code]).toEqual([200, 'wrong_code']);

    const guesser = dashboard.browser();
    await dashboard.signIn(guesser, user.email);
    const guesses = [];
    for (let n = 0; n < 5; n += 1)
      guesses.push((await guesser.post('/api/auth/two-factor/verify-totp', { code: `00000${n}` })).body.code);
    expect(guesses.at(-1)).not.toBe('wrong_code');
    const later = dashboard.browser();
    await dashboard.signIn(later, user.email);
    const locked = await later.post('/api/auth/two-factor/verify-totp', { code: await dashboard.codeOf(totpURI) });
    expect([locked.status, locked.body.code, locked.headers.get('retry-after')]).toEqual([
      429,
      'too_many_attempts',
      '900',
    ]);

    expect((await at.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
    dashboard.noteSession(at);
    expect((await dashboard.signIn(dashboard.browser(), user.email)).body).toEqual({ twoFactorRedirect: false });
  });
});

// this test must be the last: it reads everything that the tests above have made
describe('secrets get into answers or logs', () => {
  test('no answer and no log line contains a token, hash, password, code or secret', () => {
    dashboard.expectNoSecretShown({ sessions: 10, links: 3, totp: 1, requests: 80 });
  });
});
