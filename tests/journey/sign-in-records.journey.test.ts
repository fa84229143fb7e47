import type { User } from '@topup/core/user';
import { eventually } from '@topup/testkit';
import { PASSWORD, startTestDashboard, type TestDashboard, WRONG_PASSWORD } from './support/dashboard';
import { totp } from './support/totp';

// The audit log's records of a person who signs in: at the dashboard as in production.

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard();
});
afterAll(() => dashboard?.stop());

const NEW_PASSWORD = 'another correct horse battery staple';
const FROM = { 'x-forwarded-for': '203.0.113.7' };

/** The entries about a person, the oldest first, without those before the call. */
async function recording(user: User) {
  const of = { OR: [{ subject: user.email }, { userId: user.id }] };
  const first = (await dashboard.db.auditLog.count({ where: of })) ?? 0;
  return async () => {
    const all = await dashboard.db.auditLog.findMany({ where: of, orderBy: { id: 'asc' } });
    return all.slice(first).map(({ action, actorKind, address, accountId, sessionId, requestId, subjectId }) => {
      return { action, actorKind, address, accountId, sessionId, requestId, subjectId };
    });
  };
}
const actionsOf = async (read: Awaited<ReturnType<typeof recording>>) => (await read()).map(({ action }) => action);

describe('nobody can say who signed in, from where, or who tried', () => {
  test('a sign-in has its session, a wrong password and a sign-out stand beside it, with the address', async () => {
    const user = await dashboard.addUser();
    const records = await recording(user);
    const at = dashboard.browser();
    expect((await dashboard.signIn(at, user.email, WRONG_PASSWORD, FROM)).status).toBe(401);
    expect((await dashboard.signIn(at, user.email, PASSWORD, FROM)).status).toBe(200);
    const [session] = (await at.get('/api/sessions')).body;
    expect((await at.post('/api/auth/sign-out', {}, FROM)).status).toBe(200);

    const where = { address: '203.0.113.7', accountId: user.accountId, requestId: expect.any(String) };
    expect(await records()).toEqual([
      { ...where, action: 'sign_in.fail', actorKind: 'system', sessionId: null, subjectId: user.id },
      { ...where, action: 'session.begin', actorKind: 'user', sessionId: session.id, subjectId: session.id },
      { ...where, action: 'session.end', actorKind: 'user', sessionId: session.id, subjectId: user.id },
    ]);
  });

  test('an address that nobody has is recorded as it was typed', async () => {
    expect((await dashboard.signIn(dashboard.browser(), 'nobody@example.test')).status).toBe(401);
    const [entry] = await dashboard.db.auditLog.findMany({ where: { subject: 'nobody@example.test' } });
    expect(entry).toMatchObject({ action: 'sign_in.fail', accountId: null, subjectIsPerson: true });
  });

  test('each step of a second factor is recorded, and each wrong code, also before the session', async () => {
    const user = await dashboard.addUser('operator');
    const at = await dashboard.signedIn(user);
    const records = await recording(user);
    await at.post('/api/auth/two-factor/enable', { password: WRONG_PASSWORD });
    const { totpURI, backupCodes } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
    await at.post('/api/auth/two-factor/verify-totp', { code: '000000' });
    expect((await at.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200);
    expect(await actionsOf(records)).toEqual(['password.fail', 'factor.begin', 'factor.fail', 'factor.enable']);

    const next = dashboard.browser();
    await dashboard.signIn(next, user.email);
    expect((await next.post('/api/auth/two-factor/verify-totp', { code: '000000' }, FROM)).status).toBe(400);
    expect((await next.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })).status).toBe(200);
    expect((await next.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD })).status).toBe(200);
    const confirmed = { code: await dashboard.codeOf(totpURI) };
    expect((await next.post('/api/auth/confirm-factor', { code: '000000' })).status).toBe(400);
    expect((await next.post('/api/auth/confirm-factor', confirmed)).status).toBe(200);
    expect((await next.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
    expect((await actionsOf(records)).slice(4)).toEqual([
      'factor.fail',
      'session.begin',
      'factor.codes',
      'factor.fail',
      'factor.confirm',
      'factor.disable',
    ]);
    expect((await records())[4]).toMatchObject({ actorKind: 'system', address: '203.0.113.7', subjectId: user.id });
  });

  test('a changed password, a forgotten one and one that a link has set are recorded', async () => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    const records = await recording(user);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await at.post('/api/auth/change-password', change)).status).toBe(200);
    await dashboard.browser().post('/api/auth/request-password-reset', { email: user.email });
    const [mail] = await eventually(
      () => dashboard.mailsTo(user.email),
      ({ length }) => length === 1,
    );
    const token = dashboard.linkIn(mail?.text ?? '');
    const set = { token, newPassword: PASSWORD };
    const fresh = dashboard.browser();
    expect((await fresh.post('/api/auth/reset-password', set)).status).toBe(200);
    dashboard.noteSession(fresh);
    expect((await dashboard.browser().post('/api/auth/reset-password', set)).status).toBe(410);
    expect(await actionsOf(records)).toEqual([
      ...['password.change', 'password.forget', 'password.reset', 'session.begin'],
    ]);
  });

  test('sessions that a user ends are recorded, and ending none is not', async () => {
    const user = await dashboard.addUser();
    const [at, other] = [await dashboard.signedIn(user), await dashboard.signedIn(user)];
    const records = await recording(user);
    for (let n = 0; n < 2; n += 1) await at.post('/api/sessions/revoke-others', {});
    expect((await other.get('/api/me')).status).toBe(401);
    expect(await actionsOf(records)).toEqual(['session.end']);
  });

  test('no entry has a password, a code, a token of a session or of a link', async () => {
    const all = JSON.stringify(await dashboard.db.auditLog.findMany(), (_, value) => String(value?.n ?? value));
    for (const secret of [
      PASSWORD,
      NEW_PASSWORD,
      WRONG_PASSWORD,
      ...dashboard.secrets.sessions,
      ...dashboard.secrets.links,
    ])
      expect(all).not.toContain(secret);
  });
});
