import { setAccountStatus } from '@topup/core/account';
import { createLink, disableUser } from '@topup/core/user';
import { eventually } from '@topup/testkit';
import { PASSWORD, startTestDashboard, type TestDashboard } from './support/dashboard';

// Data that a signed-in person may see and change: sessions, users and teams, at the dashboard as in production.

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard();
});
afterAll(() => dashboard?.stop());

describe('a person keeps access that was taken away', () => {
  test('a user sees and ends own sessions from another browser, and never those of others', async () => {
    const [user, stranger] = [await dashboard.addUser(), await dashboard.addUser()];
    const [here, lost, third, foreign] = [
      await dashboard.signedIn(user),
      await dashboard.signedIn(user),
      await dashboard.signedIn(user),
      await dashboard.signedIn(stranger),
    ];
    const rows = (await here.get('/api/sessions')).body;
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(Object.keys(rows[0]).sort()).toEqual(['agent', 'createdAt', 'current', 'id', 'ip', 'lastSeenAt']);
    expect(rows[0]).toMatchObject({ ip: expect.stringMatching(/^198\.51\./), agent: expect.any(String) });
    const theirs = (await lost.get('/api/sessions')).body.find(({ current }: { current: boolean }) => current).id;

    expect((await foreign.post(`/api/sessions/${theirs}/revoke`, {})).status).toBe(404);
    expect((await here.post('/api/sessions/nonsense/revoke', {})).status).toBe(404);
    expect((await here.post(`/api/sessions/${theirs}/revoke`, {})).status).toBe(200);
    expect([(await lost.get('/api/me')).status, (await third.get('/api/me')).status]).toEqual([401, 200]);
    expect((await here.post('/api/sessions/revoke-others', {})).body).toEqual({ ended: 1 });
    expect(
      [await here.get('/api/me'), await third.get('/api/me'), await foreign.get('/api/me')].map(({ status }) => status),
    ).toEqual([200, 401, 200]);

    await dashboard.db
      .$executeRaw`UPDATE dashboard_session SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}::uuid`;
    expect((await here.get('/api/me')).status).toBe(401);
  });

  test('a session in use is extended to seven days once a day, and so is its cookie', async () => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    await at.get('/api/me');
    expect(at.setCookies()).toEqual([]);
    await dashboard.db
      .$executeRaw`UPDATE dashboard_session SET expires_at = now() + interval '5 days' WHERE user_id = ${user.id}::uuid`;
    await at.get('/api/me');
    expect(at.setCookies()).toEqual([expect.stringContaining(`Max-Age=${7 * 86_400}`)]);
    const [row] = await dashboard.db.$queryRaw<{ days: number }[]>`
    SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM dashboard_session WHERE user_id = ${user.id}::uuid`;
    expect(row?.days).toBe(7);
  });

  test('a disabled user is signed out at the next request, and links and codes are void', async () => {
    const user = await dashboard.addUser('operator');
    const [here, there] = [await dashboard.signedIn(user), await dashboard.signedIn(user)];
    const token = (await createLink(dashboard.db, user.id)) ?? '';
    dashboard.secrets.links.add(token);

    expect(await disableUser(dashboard.db, user.id)).toBe(true);

    expect([(await here.get('/api/me')).status, (await there.get('/api/me')).status]).toEqual([401, 401]);
    expect((await dashboard.browser().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(
      410,
    );
    expect(await createLink(dashboard.db, user.id)).toBeNull();
  });

  test('users of a suspended account still sign in and see it', async () => {
    const user = await dashboard.addUser('viewer');
    await setAccountStatus(dashboard.db, user.accountId ?? '', 'suspended');
    expect((await (await dashboard.signedIn(user)).get('/api/me')).body.account.status).toBe('suspended');
  });
});

describe('a session changes a password or the second factor after it has ended', () => {
  test.each([
    ['change-password', { currentPassword: PASSWORD, newPassword: 'another horse altogether' }],
    ['two-factor/enable', { password: PASSWORD }],
    ['two-factor/generate-backup-codes', { password: PASSWORD }],
    ['two-factor/disable', { password: PASSWORD }],
  ])('%s is refused when the session ends just before it writes', async (path, body) => {
    const user = await dashboard.addUser();
    const at = await dashboard.signedIn(user);
    const answer = await dashboard.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM account WHERE id = ${user.accountId}::uuid FOR UPDATE`;
        const asked = at.post(`/api/auth/${path}`, body);
        await eventually(
          () => dashboard.db.$queryRaw<unknown[]>`
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ({ length }) => length > 0,
        );
        await tx.$executeRaw`DELETE FROM dashboard_session WHERE user_id = ${user.id}::uuid`;
        return { asked };
      },
      { timeout: 20_000 },
    );
    expect(await answer.asked).toMatchObject({ status: 401, body: { code: 'signed_out' } });
    expect((await (await dashboard.signedIn(user)).get('/api/me')).body.user).toMatchObject({ twoFactor: false });
    expect(await dashboard.db.dashboardTwoFactor.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a member gets rights that it does not have', () => {
  test('only owners change users, and only those of their own account', async () => {
    const accountId = await dashboard.addAccount();
    const [owner, member, stranger, operator] = [
      await dashboard.addUser('owner', accountId),
      await dashboard.addUser('viewer', accountId),
      await dashboard.addUser('owner'),
      await dashboard.addUser('operator'),
    ];
    const [byOwner, byMember, byStranger, byOperator] = await Promise.all(
      [owner, member, stranger, operator].map((user) => dashboard.signedIn(user)),
    );

    for (const [path, body] of [
      [`/api/team/${member.id}/role`, { role: 'owner' }],
      [`/api/team/${owner.id}/remove`, {}],
      ['/api/team', { name: 'Mallory', email: 'mallory@example.test', role: 'owner' }],
    ] as const) {
      expect(await byMember?.post(path, body)).toMatchObject({ status: 403, body: { code: 'not_an_owner' } });
      expect((await byOperator?.post(path, body))?.status).toBe(403);
    }
    expect((await byStranger?.post(`/api/team/${member.id}/remove`, {}))?.status).toBe(404);
    expect((await byStranger?.post(`/api/team/${member.id}/role`, { role: 'owner' }))?.status).toBe(404);
    expect((await byOwner?.post(`/api/team/${member.id}/role`, { role: 'operator' }))?.status).toBe(400);
    expect((await byMember?.get('/api/team'))?.body.map(({ email }: { email: string }) => email)).toEqual([
      owner.email,
      member.email,
    ]);

    const invited = await byOwner?.post('/api/team', { name: 'Grace', email: 'Grace@Example.test', role: 'viewer' });
    expect(invited).toMatchObject({
      status: 201,
      body: { user: { email: 'grace@example.test', role: 'viewer', invited: true }, link: null },
    });
    expect(await byOwner?.post('/api/team', { name: 'Again', email: stranger.email, role: 'viewer' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: expect.any(String) } },
    });
    const token = dashboard.linkIn(dashboard.mailsTo('grace@example.test')[0]?.text ?? '');
    expect((await dashboard.browser().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(
      200,
    );
    const grace = dashboard.browser();
    expect((await dashboard.signIn(grace, 'grace@example.test')).status).toBe(200);
    expect((await byOwner?.post(`/api/team/${invited?.body.user.id}/remove`, {}))?.status).toBe(200);
    expect((await grace.get('/api/me')).status).toBe(401);
    // let in again: their old password must not be
    expect(
      (await byOwner?.post('/api/team', { name: 'Grace', email: 'grace@example.test', role: 'owner' }))?.status,
    ).toBe(201);
    dashboard.linkIn(dashboard.mailsTo('grace@example.test')[1]?.text ?? '');
    expect((await dashboard.signIn(dashboard.browser(), 'grace@example.test')).status).toBe(401);
  });

  test('the last owner cannot be removed or demoted, not even by two owners at once', async () => {
    const accountId = await dashboard.addAccount();
    const alone = await dashboard.addUser('owner', accountId);
    const byAlone = await dashboard.signedIn(alone);
    for (const [path, body] of [
      ['remove', {}],
      ['role', { role: 'viewer' }],
    ] as const)
      expect(await byAlone.post(`/api/team/${alone.id}/${path}`, body)).toMatchObject({
        status: 409,
        body: { code: 'last_owner' },
      });

    for (const round of [1, 2, 3]) {
      const pair = await dashboard.addAccount();
      const [one, two] = [await dashboard.addUser('owner', pair), await dashboard.addUser('owner', pair)];
      const [byOne, byTwo] = [await dashboard.signedIn(one), await dashboard.signedIn(two)];
      await Promise.all([
        byOne.post(`/api/team/${two.id}/remove`, {}),
        byTwo.post(`/api/team/${one.id}/role`, { role: 'viewer' }),
      ]);
      const [left] = await dashboard.db.$queryRaw<{ owners: number }[]>`
      SELECT count(*)::int AS owners FROM dashboard_user WHERE account_id = ${pair}::uuid AND role = 'owner' AND disabled_at IS NULL`;
      expect([round, left?.owners]).toEqual([round, 1]);
    }
  });
});

// this test must be the last: it reads everything that the tests above have made
describe('secrets get into answers or logs', () => {
  test('no answer and no log line contains a token, hash, password, code or secret', () => {
    dashboard.expectNoSecretShown({ sessions: 10, links: 3, totp: 0, requests: 40 });
  });
});
