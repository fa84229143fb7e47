import type { Browser, Page } from './support/browser';
import { PASSWORD, startTestDashboard, type TestDashboard, WRONG_PASSWORD } from './support/dashboard';

// Who guesses passwords, at the dashboard as in production, and whom that locks out.

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startTestDashboard();
});
afterAll(() => dashboard?.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const guess = (email: string, address: string) =>
  dashboard.signIn(dashboard.browser(), email, WRONG_PASSWORD, from(address));
const statuses = (pages: Page[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of pages) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const retryAfter = ({ headers }: Page): number => Number(headers.get('retry-after'));
const several = (count: number, one: (n: number) => Promise<Page>): Promise<Page[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));
/** As if everybody had waited as long as they must. */
const waited = () => dashboard.db.$executeRaw`UPDATE dashboard_rate_limit SET next_at = clock_timestamp()`;
/** Everybody who must wait now waits ten minutes, so that the wait does not end early on a slow machine. */
const waitLonger = () =>
  dashboard.db.$executeRaw`
    UPDATE dashboard_rate_limit SET next_at = clock_timestamp() + interval '10 minutes' WHERE next_at IS NOT NULL`;
const mailsAbout = async (email: string): Promise<string[]> =>
  (await dashboard.db.mail.findMany({ where: { email } })).map(({ subject, text }) => `${subject}\n${text}`);
const deviceCookie = (at: Browser) => [...at.cookies].find(([name]) => name.includes('topup.device_')) ?? ['', ''];

describe('a stranger guesses passwords, and the owner of the address is locked out', () => {
  test('wrong guesses from one network do not keep the right password of another out', async () => {
    const user = await dashboard.addUser();
    expect(statuses(await several(5, () => guess(user.email, '203.0.113.1')))).toEqual({ 401: 5 });
    await waitLonger();
    expect(statuses(await several(7, () => guess(user.email, '203.0.113.1')))).toEqual({ 429: 7 });
    expect((await dashboard.signIn(dashboard.browser(), user.email)).status).toBe(200);
  });

  test('behind a proxy that writes ports, each connection of one address counts for that address', async () => {
    const user = await dashboard.addUser();
    const guessOn = (port: number) => guess(user.email, `203.0.113.44:${port}`);
    expect(statuses(await several(5, (n) => guessOn(51_000 + n)))).toEqual({ 401: 5 });
    await waitLonger();
    expect(statuses(await several(7, (n) => guessOn(52_000 + n)))).toEqual({ 429: 7 });
  });

  test('after five guesses the right password waits too, and then gives all guesses back', async () => {
    const user = await dashboard.addUser();
    const there = from('203.0.113.2');
    const right = () => dashboard.signIn(dashboard.browser(), user.email, PASSWORD, there);
    await several(5, () => guess(user.email, '203.0.113.2'));
    await waitLonger();
    const refused = await right();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect([retryAfter(refused) > 500, retryAfter(refused) <= 600]).toEqual([true, true]);
    await waited();
    expect((await right()).status).toBe(200);
    expect(statuses(await several(5, () => guess(user.email, '203.0.113.2')))).toEqual({ 401: 5 });
  });

  test('a guesser who changes the network each time is stopped, and a known device signs in meanwhile', async () => {
    const user = await dashboard.addUser();
    const known = await dashboard.signedIn(user);
    // a peer that the dashboard trusts as its proxy can name any address
    expect(statuses(await several(30, (n) => guess(user.email, `10.9.${n}.1`)))).toEqual({ 401: 30 });
    await waitLonger();
    expect(statuses(await several(10, (n) => guess(user.email, `10.10.${n}.1`)))).toEqual({ 429: 10 });
    expect((await dashboard.signIn(dashboard.browser(), user.email)).status).toBe(429);
    expect((await dashboard.signIn(known, user.email, WRONG_PASSWORD)).status).toBe(401);
    expect((await dashboard.signIn(known, user.email)).status).toBe(200);
    await waited();
    expect((await dashboard.signIn(dashboard.browser(), user.email)).status).toBe(200);
  });

  test('the addresses of one IPv6 /64 count as one, for one e-mail address and for many', async () => {
    const user = await dashboard.addUser();
    const inOneNetwork = (n: number) => `2001:db8:1:2:${n}::${n + 1}`;
    expect(statuses(await several(5, (n) => guess(user.email, inOneNetwork(n))))).toEqual({ 401: 5 });
    await waitLonger();
    expect(statuses(await several(18, (n) => guess(user.email, inOneNetwork(n + 5))))).toEqual({ 429: 18 });
    const sprayed = await several(23, (n) => guess(`nobody${n}@example.test`, inOneNetwork(n)));
    expect(statuses(sprayed)).toEqual({ 401: 15, 429: 8 });
    expect((await guess(user.email, '2001:db8:1:3::1')).status).toBe(401);
  });

  test('a network that failed twenty times is declined; others and devices that are known there are not', async () => {
    const [user, stranger] = [await dashboard.addUser(), await dashboard.addUser()];
    const known = await dashboard.signedIn(user);
    const everybody = await Promise.all(Array.from({ length: 20 }, () => dashboard.addUser('operator')));
    const guesses = await Promise.all(everybody.map(({ email }) => guess(email, '203.0.113.7')));
    expect(statuses(guesses)).toEqual({ 401: 20 });
    const there = from('203.0.113.7');
    const refused = await dashboard.signIn(dashboard.browser(), stranger.email, PASSWORD, there);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(retryAfter(refused)).toBeGreaterThan(800);
    // the last address is the one that our own proxy saw; what a client writes before it is its own invention
    const invented = from('1.2.3.4, 203.0.113.7');
    expect((await dashboard.signIn(dashboard.browser(), stranger.email, PASSWORD, invented)).status).toBe(429);
    expect((await dashboard.signIn(dashboard.browser(), stranger.email)).status).toBe(200);
    expect((await dashboard.signIn(known, user.email, PASSWORD, there)).status).toBe(200);
  });

  test('a known device has guesses of its own, and a right password gives them all back', async () => {
    const user = await dashboard.addUser();
    const known = await dashboard.signedIn(user);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1)
        expect((await dashboard.signIn(known, user.email, WRONG_PASSWORD)).status).toBe(401);
      expect((await dashboard.signIn(known, user.email)).status).toBe(200);
    }
    for (let n = 0; n < 5; n += 1) await dashboard.signIn(known, user.email, WRONG_PASSWORD);
    await waitLonger();
    expect((await dashboard.signIn(known, user.email)).status).toBe(429);
    expect((await dashboard.signIn(dashboard.browser(), user.email)).status).toBe(200);
  });
});

describe('a stranger fills the audit log, from which nothing is ever deleted', () => {
  const failures = () => dashboard.db.auditLog.count({ where: { action: 'factor.fail' } });

  test('codes without a sign-in are refused, and leave no entry', async () => {
    const before = await failures();
    const codes = await several(40, (n) =>
      dashboard.browser().post(`/api/auth/two-factor/verify-${n % 2 ? 'totp' : 'backup-code'}`, { code: '123456' }),
    );
    expect(statuses(codes)).toEqual({ 401: 40 });
    expect(await failures()).toBe(before);
  });

  test('a guesser who knows a password tries ten codes in 15 minutes, even while codes are locked', async () => {
    const user = await dashboard.addUser();
    await dashboard.enrol(await dashboard.signedIn(user));
    const before = await failures();
    for (let round = 0; round < 4; round += 1) {
      const at = dashboard.browser();
      expect((await dashboard.signIn(at, user.email)).body).toEqual({ twoFactorRedirect: true });
      for (let n = 0; n < 6; n += 1) await at.post('/api/auth/two-factor/verify-totp', { code: '000000' });
    }
    expect((await failures()) - before).toBe(10);
  });
});

describe('somebody pretends to sit at the device of another person', () => {
  test('the cookie of a device is HttpOnly, Secure and SameSite, for one user, and kept as a digest', async () => {
    const [user, other] = [await dashboard.addUser(), await dashboard.addUser()];
    const at = await dashboard.signedIn(user);
    const [name, value = ''] = deviceCookie(at);
    const [set = ''] = at.setCookies().filter((each) => each.startsWith(`${name}=`));
    expect(name).toMatch(/^__Secure-topup\.device_[0-9a-f]{12}$/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/api/auth', `Max-Age=${400 * 86_400}`])
      expect(set).toContain(flag);
    const [stored, ...more] = await dashboard.db.dashboardDevice.findMany({ where: { userId: user.id } });
    expect([stored?.digest.length, more]).toEqual([32, []]);
    expect(Buffer.from(stored?.digest ?? []).toString('base64url')).not.toBe(value.split('.')[0]);

    const theirs = deviceCookie(await dashboard.signedIn(other));
    const forged = `${value.slice(0, -4)}AAAA`;
    for (const pretended of [forged, theirs[1] ?? '', '.', '']) {
      const thief = dashboard.browser();
      thief.cookies.set(name ?? '', pretended);
      expect((await dashboard.signIn(thief, user.email)).status).toBe(200);
      expect(deviceCookie(thief)[1]).not.toBe(pretended);
    }
    expect(await mailsAbout(user.email)).toHaveLength(4);
  });

  test.each(['owner', 'operator'] as const)('an %s is mailed of each new device, and of no known one', async (role) => {
    const user = await dashboard.addUser(role);
    const first = await dashboard.signedIn(user);
    await dashboard.signIn(first, user.email);
    expect(await mailsAbout(user.email)).toEqual([]);
    const agent = { ...from('203.0.113.77'), 'user-agent': 'Mozilla/5.0 (X11; new device)' };
    const second = dashboard.browser();
    for (let n = 0; n < 2; n += 1) await dashboard.signIn(second, user.email, PASSWORD, agent);
    const [mail, ...more] = await mailsAbout(user.email);
    expect(mail).toMatch(/new device[\s\S]*203\.0\.113\.77[\s\S]*Mozilla\/5\.0 \(X11; new device\)/);
    expect(more).toEqual([]);
  });

  test('a new password forgets every device but the one where it was set', async () => {
    const user = await dashboard.addUser();
    const [here, there] = [await dashboard.signedIn(user), await dashboard.signedIn(user)];
    const newPassword = 'another horse altogether';
    const change = { currentPassword: PASSWORD, newPassword };
    expect((await here.post('/api/auth/change-password', change)).status).toBe(200);
    dashboard.noteSession(here);
    expect(await dashboard.db.dashboardDevice.count({ where: { userId: user.id } })).toBe(1);
    const mails = (await mailsAbout(user.email)).length;
    await dashboard.signIn(here, user.email, newPassword);
    expect(await mailsAbout(user.email)).toHaveLength(mails);
    await dashboard.signIn(there, user.email, newPassword);
    expect(await mailsAbout(user.email)).toHaveLength(mails + 1);
  });
});

// this test must be the last: it reads everything that the tests above have made
test('no answer and no log line contains a token or a password', () => {
  dashboard.expectNoSecretShown({ sessions: 10, links: 0, totp: 1, requests: 100 });
});
