import { randomBytes, scryptSync } from 'node:crypto';
import { createAccount, setAccountStatus } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { createLink, disableUser, insertUser, setPassword, type User, type UserRole } from '@topup/core/user';
import {
  type DashboardProcess,
  eventually,
  type GrantedRole,
  grantedRole,
  newMasterKey,
  sandboxKeys,
  startDashboard,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { type Browser, createBrowser } from './support/browser';
import { openPostOffice, type PostOffice } from './support/post-office';
import { totp } from './support/totp';

// The dashboard as it runs in production: compiled, behind https, as a role that may do no more than it must, mailing its links.
const ORIGIN = 'https://dashboard.example.test';
const PASSWORD = 'correct horse battery staple';
const WRONG = 'wrong horse battery staple';

let database: TestDatabase;
let role: GrantedRole;
let db: Db;
let post: PostOffice;
let dashboard: DashboardProcess;
let passwordHash: string;
/** Every answer, and every secret that was made on the way: see the last test. */
const seen: string[] = [];
const secrets = { sessions: new Set<string>(), links: new Set<string>(), totp: new Set<string>() };

beforeAll(async () => {
  [database, post] = await Promise.all([testDatabase(), openPostOffice()]);
  passwordHash = cheapHash(PASSWORD);
  role = await grantedRole(database.url, 'dashboard');
  db = testPool(database.url);
  dashboard = await startDashboard({
    DATABASE_URL: role.url,
    DASHBOARD_URL: ORIGIN,
    DASHBOARD_SECRET: newMasterKey().text,
    KEY_ENCRYPTION_SECRET: newMasterKey().text,
    VTPASS_BASE_URL: 'http://127.0.0.1:9/api',
    ...sandboxKeys,
    SMTP_URL: post.url,
    SMTP_FROM: 'Top-Up <no-reply@example.test>',
  });
});
afterAll(async () => {
  const crash = dashboard?.unbidden();
  await dashboard?.kill();
  await post?.stop();
  await db?.$disconnect();
  await role?.drop();
  await database?.drop();
  if (crash !== undefined) throw new Error(crash);
});

/** As the dashboard keeps them, with the least cost that it reads: it is tried a hundred times here. */
function cheapHash(password: string): string {
  const [salt, cost] = [randomBytes(16), { N: 1024, r: 8, p: 1 }];
  const key = scryptSync(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

// ---- people

let people = 0;

async function addAccount(): Promise<string> {
  people += 1;
  const account = await createAccount(db, { name: `account ${people}`, tier: 'standard' });
  if (typeof account === 'string') throw new Error(account);
  return account.id;
}

/** One who has a password. */
async function addUser(userRole: UserRole = 'owner', accountId?: string): Promise<User> {
  people += 1;
  const of = userRole === 'operator' ? null : (accountId ?? (await addAccount()));
  const user = await insertUser(db, {
    accountId: of,
    role: userRole,
    name: `Person ${people}`,
    email: `person${people}@example.test`,
  });
  if (user === 'email_taken') throw new Error(user);
  await setPassword(db, user.id, passwordHash);
  return user;
}

const browser = (): Browser => createBrowser({ url: dashboard.url, origin: ORIGIN, seen });

const signIn = async (at: Browser, email: string, password = PASSWORD, headers = {}) => {
  const page = await at.post('/api/auth/sign-in/email', { email, password }, headers);
  noteSession(at);
  return page;
};

async function signedIn(user: User): Promise<Browser> {
  const at = browser();
  expect((await signIn(at, user.email)).status).toBe(200);
  return at;
}

function noteSession(at: Browser): void {
  for (const [name, value] of at.cookies)
    if (name.endsWith('session_token')) secrets.sessions.add(decodeURIComponent(value).split('.')[0] ?? '');
}

const mailedTo = (email: string) => post.mails.filter(({ to }) => to === email);

function linkIn(text: string): string {
  const [, token = ''] = /https:\/\/dashboard\.example\.test\/set-password\?token=([\w-]+)/.exec(text) ?? [];
  secrets.links.add(token);
  return token;
}

const failedGuess = (status: number) =>
  expect.objectContaining({
    status,
    body: { status: 'error', code: 'wrong_credentials', message: expect.any(String) },
  });

// ---- signing in

test('a script on a page could steal the session: its cookie is for this site’s requests over https alone, and no answer holds it', async () => {
  const user = await addUser();
  const at = browser();

  const page = await signIn(at, user.email.toUpperCase());

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

test('another site moves money with our visitor’s cookie: what did not come from a page of ours is refused before anything else', async () => {
  const user = await addUser();
  const at = await signedIn(user);
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
  const lured = browser();
  expect(await signIn(lured, user.email, PASSWORD, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  expect(lured.cookies.size).toBe(0);
  expect((await at.post('/api/auth/sign-out', {})).status).toBe(200);
  expect((await at.get('/api/me')).status).toBe(401);
});

test('the answer tells who has an account: an unknown address, a wrong password, one without a password and a disabled user all look alike', async () => {
  const [known, disabled, accountId] = [await addUser(), await addUser(), await addAccount()];
  await disableUser(db, disabled.id);
  const invited = await insertUser(db, { accountId, role: 'member', name: 'New', email: 'invited@example.test' });
  expect(invited).toMatchObject({ invited: true });

  const answers = [
    await signIn(browser(), known.email, WRONG),
    await signIn(browser(), 'nobody@example.test'),
    await signIn(browser(), 'invited@example.test'),
    await signIn(browser(), disabled.email),
  ];

  expect(answers).toEqual(answers.map(() => failedGuess(401)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const asked = await Promise.all(
    [known.email, 'nobody@example.test'].map((email) => browser().post('/api/auth/request-password-reset', { email })),
  );
  expect(asked.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"mails":true}'],
    [200, '{"mails":true}'],
  ]);
  linkIn(
    (
      await eventually(
        () => mailedTo(known.email),
        ({ length }) => length === 1,
      )
    )[0]?.text ?? '',
  );
});

test('a password is guessed from many addresses at once: five wrong ones, and the right one is not tried for a quarter of an hour', async () => {
  const [victim, other] = [await addUser(), await addUser()];

  const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(browser(), victim.email, WRONG)));

  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const right = await signIn(browser(), victim.email);
  expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  expect((await signIn(browser(), other.email)).status).toBe(200);
  await db.$executeRaw`UPDATE dashboard_rate_limit SET ends_at = now() - interval '1 second'`;
  expect((await signIn(browser(), victim.email)).status).toBe(200);
});

test('one address tries a password on everybody: after twenty it is not listened to, and others are', async () => {
  const user = await addUser();
  const [at, from] = [browser(), { 'x-forwarded-for': '203.0.113.7' }];

  const everybody = await Promise.all(Array.from({ length: 20 }, () => addUser('operator')));

  const guesses = await Promise.all(everybody.map(({ email }) => signIn(browser(), email, WRONG, from)));

  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await signIn(at, user.email, PASSWORD, from)).toMatchObject({
    status: 429,
    body: { code: 'too_many_attempts' },
  });
  // the last address is the one that our own proxy saw; what a client writes before it is its own invention
  expect((await signIn(at, user.email, PASSWORD, { 'x-forwarded-for': '1.2.3.4, 203.0.113.7' })).status).toBe(429);
  expect((await signIn(at, user.email)).status).toBe(200);
});

test('who signs in rightly is locked out by their own earlier slips: the count begins anew', async () => {
  const user = await addUser();
  const at = browser();
  for (const password of [WRONG, WRONG, WRONG, WRONG, PASSWORD, WRONG, WRONG, WRONG, WRONG])
    expect((await signIn(at, user.email, password)).status).toBe(password === PASSWORD ? 200 : 401);
  expect((await signIn(at, user.email)).status).toBe(200);
});

test.each([
  ['/api/auth/sign-in/email', { email: 'no address', password: PASSWORD }, { email: expect.any(String) }],
  ['/api/auth/sign-in/email', { email: 'a@example.test' }, { password: expect.any(String) }],
  ['/api/auth/sign-in/email', { email: 'a@example.test', password: 'x'.repeat(300) }, { password: expect.any(String) }],
  ['/api/auth/reset-password', { newPassword: PASSWORD }, { token: expect.any(String) }],
])('a field that is missing or wrong is not named: %s %j', async (path, body, fields) => {
  expect(await browser().post(path, body)).toMatchObject({ status: 400, body: { code: 'validation_failed', fields } });
});

test('more can be asked for than the pages need: accounts made by anybody, tokens of sessions, passwords changed by strangers', async () => {
  const at = await signedIn(await addUser());
  for (const path of [
    'sign-up/email',
    'list-sessions',
    'get-session',
    'update-user',
    'delete-user',
    'change-email',
    'admin/list-users',
  ])
    expect([path, (await at.post(`/api/auth/${path}`, {})).status, (await at.get(`/api/auth/${path}`)).status]).toEqual(
      [path, 404, 404],
    );
  for (const path of [
    'change-password',
    'two-factor/enable',
    'two-factor/disable',
    'two-factor/get-totp-uri',
    'two-factor/generate-backup-codes',
  ])
    expect([path, (await browser().post(`/api/auth/${path}`, { password: PASSWORD })).status]).toEqual([path, 401]);
  for (const path of ['/api/me', '/api/sessions', '/api/team', '/api/operator/accounts'])
    expect((await browser().get(path)).status).toBe(401);
});

// ---- links and passwords

test('a link works for whoever finds it later: it is good once, also for two at once, ends every session, and is the last one made', async () => {
  const user = await addUser();
  const before = await signedIn(user);
  const token = (await createLink(db, user.id)) ?? '';
  secrets.links.add(token);
  expect((await browser().post('/api/auth/link', { token })).body).toEqual({
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
    expect(await browser().post('/api/auth/reset-password', { token, newPassword })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', fields: { newPassword: expect.any(String) } },
    });

  const redeem = (newPassword: string) => browser().post('/api/auth/reset-password', { token, newPassword });
  const both = await Promise.all([redeem('a new horse, battery staple 1'), redeem('a new horse, battery staple 2')]);

  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await before.get('/api/me')).status).toBe(401);
  expect((await signIn(browser(), user.email)).status).toBe(401);
  const won = both.findIndex(({ status }) => status === 200) + 1;
  expect((await signIn(browser(), user.email, `a new horse, battery staple ${won}`)).status).toBe(200);

  const [older, newer] = [(await createLink(db, user.id)) ?? '', (await createLink(db, user.id)) ?? ''];
  for (const each of [older, newer]) secrets.links.add(each);
  expect(await browser().post('/api/auth/link', { token: older })).toMatchObject({
    status: 410,
    body: { code: 'link_spent' },
  });
  await db.$executeRaw`UPDATE dashboard_link SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}::uuid`;
  expect((await browser().post('/api/auth/reset-password', { token: newer, newPassword: PASSWORD })).status).toBe(410);
});

test('a forgotten password keeps an owner out: the link is mailed to them alone, and what it names is this dashboard', async () => {
  const user = await addUser();
  await browser().post('/api/auth/request-password-reset', { email: user.email });
  const [mail] = await eventually(
    () => mailedTo(user.email),
    ({ length }) => length === 1,
  );
  const token = linkIn(mail?.text ?? '');
  expect(
    (await browser().post('/api/auth/reset-password', { token, newPassword: 'a horse from the mail' })).status,
  ).toBe(200);
  expect((await signIn(browser(), user.email, 'a horse from the mail')).status).toBe(200);
});

test('a thief with an open browser takes the account over: a new password needs the old one, ends every other session, and is guessed five times', async () => {
  const user = await addUser();
  const [here, there] = [await signedIn(user), await signedIn(user)];
  const change = (currentPassword: string) =>
    here.post('/api/auth/change-password', { currentPassword, newPassword: 'another horse altogether' });

  expect(await change(WRONG)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  expect((await change(PASSWORD)).status).toBe(200);
  noteSession(here);

  expect([(await here.get('/api/me')).status, (await there.get('/api/me')).status]).toEqual([200, 401]);
  for (let n = 0; n < 5; n += 1) expect((await change(WRONG)).status).toBe(400);
  expect(await change('another horse altogether')).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
});

// ---- the second factor

test('a password alone opens a door that has two locks: no session before the code, five wrong ones lock it, and a backup code works once', async () => {
  const user = await addUser();
  const at = await signedIn(user);
  expect(await at.post('/api/auth/two-factor/enable', { password: WRONG })).toMatchObject({
    status: 400,
    body: { code: 'wrong_password' },
  });
  const { totpURI, backupCodes } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
  secrets.totp.add(new URL(totpURI).searchParams.get('secret') ?? '');
  expect(backupCodes).toHaveLength(10);
  // begun and not confirmed: a phone that was never set up must not lock its owner out
  expect((await signIn(browser(), user.email)).body).toEqual({ twoFactorRedirect: false });
  expect((await at.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200);
  noteSession(at);
  expect((await at.get('/api/me')).body.user.twoFactor).toBe(true);

  const next = browser();
  expect((await signIn(next, user.email)).body).toEqual({ twoFactorRedirect: true });
  expect([...next.cookies.keys()]).toEqual(['__Secure-topup.two_factor']);
  expect((await next.get('/api/me')).status).toBe(401);
  expect((await next.post('/api/auth/two-factor/verify-totp', { code: '000000' })).body.code).toBe('wrong_code');
  expect((await next.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200);
  noteSession(next);
  expect((await next.get('/api/me')).status).toBe(200);

  const [code] = backupCodes;
  const withCode = async () => {
    const third = browser();
    await signIn(third, user.email);
    return third.post('/api/auth/two-factor/verify-backup-code', { code });
  };
  expect([(await withCode()).status, (await withCode()).body.code]).toEqual([200, 'wrong_code']);

  const guesser = browser();
  await signIn(guesser, user.email);
  const guesses = [];
  for (let n = 0; n < 5; n += 1)
    guesses.push((await guesser.post('/api/auth/two-factor/verify-totp', { code: `00000${n}` })).body.code);
  expect(guesses.at(-1)).not.toBe('wrong_code');
  const later = browser();
  await signIn(later, user.email);
  const locked = await later.post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) });
  expect([locked.status, locked.body.code, locked.headers.get('retry-after')]).toEqual([
    429,
    'too_many_attempts',
    '900',
  ]);

  expect((await at.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
  noteSession(at);
  expect((await signIn(browser(), user.email)).body).toEqual({ twoFactorRedirect: false });
});

// ---- sessions and users

test('a lost laptop stays signed in: its session is seen and ended from another, and nobody ends or sees those of others', async () => {
  const [user, stranger] = [await addUser(), await addUser()];
  const [here, lost, third, foreign] = [
    await signedIn(user),
    await signedIn(user),
    await signedIn(user),
    await signedIn(stranger),
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

  await db.$executeRaw`UPDATE dashboard_session SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}::uuid`;
  expect((await here.get('/api/me')).status).toBe(401);
});

test('who works with it every day is signed out every week: a session that is used is given seven more days once a day, and so is its cookie', async () => {
  const user = await addUser();
  const at = await signedIn(user);
  await at.get('/api/me');
  expect(at.setCookies()).toEqual([]);
  await db.$executeRaw`UPDATE dashboard_session SET expires_at = now() + interval '5 days' WHERE user_id = ${user.id}::uuid`;
  await at.get('/api/me');
  expect(at.setCookies()).toEqual([expect.stringContaining(`Max-Age=${7 * 86_400}`)]);
  const [row] = await db.$queryRaw<{ days: number }[]>`
    SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM dashboard_session WHERE user_id = ${user.id}::uuid`;
  expect(row?.days).toBe(7);
});

test('somebody who was let go still moves money: disabled, they are signed out everywhere at the next request, and links and codes are void', async () => {
  const user = await addUser('operator');
  const [here, there] = [await signedIn(user), await signedIn(user)];
  const token = (await createLink(db, user.id)) ?? '';
  secrets.links.add(token);

  expect(await disableUser(db, user.id)).toBe(true);

  expect([(await here.get('/api/me')).status, (await there.get('/api/me')).status]).toEqual([401, 401]);
  expect((await browser().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(410);
  expect(await createLink(db, user.id)).toBeNull();
});

test('a client whose account is suspended cannot see what became of its money: its users still sign in and look', async () => {
  const user = await addUser('member');
  await setAccountStatus(db, user.accountId ?? '', 'suspended');
  expect((await (await signedIn(user)).get('/api/me')).body.account.status).toBe('suspended');
});

// ---- teams

test('a member makes themselves an owner, or looks into another account: changes are the owners’, of their own account alone', async () => {
  const accountId = await addAccount();
  const [owner, member, stranger, operator] = [
    await addUser('owner', accountId),
    await addUser('member', accountId),
    await addUser('owner'),
    await addUser('operator'),
  ];
  const [byOwner, byMember, byStranger, byOperator] = await Promise.all(
    [owner, member, stranger, operator].map(signedIn),
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

  const invited = await byOwner?.post('/api/team', { name: 'Grace', email: 'Grace@Example.test', role: 'member' });
  expect(invited).toMatchObject({
    status: 201,
    body: { user: { email: 'grace@example.test', role: 'member', invited: true }, link: null },
  });
  expect(await byOwner?.post('/api/team', { name: 'Again', email: stranger.email, role: 'member' })).toMatchObject({
    status: 409,
    body: { code: 'email_taken', fields: { email: expect.any(String) } },
  });
  const token = linkIn(mailedTo('grace@example.test')[0]?.text ?? '');
  expect((await browser().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
  const grace = browser();
  expect((await signIn(grace, 'grace@example.test')).status).toBe(200);
  expect((await byOwner?.post(`/api/team/${invited?.body.user.id}/remove`, {}))?.status).toBe(200);
  expect((await grace.get('/api/me')).status).toBe(401);
  // let in again: their old password must not be
  expect(
    (await byOwner?.post('/api/team', { name: 'Grace', email: 'grace@example.test', role: 'owner' }))?.status,
  ).toBe(201);
  linkIn(mailedTo('grace@example.test')[1]?.text ?? '');
  expect((await signIn(browser(), 'grace@example.test')).status).toBe(401);
});

test('an account loses its last owner: not by removing or demoting them, and not by two who remove one another at the same moment', async () => {
  const accountId = await addAccount();
  const alone = await addUser('owner', accountId);
  const byAlone = await signedIn(alone);
  for (const [path, body] of [
    ['remove', {}],
    ['role', { role: 'member' }],
  ] as const)
    expect(await byAlone.post(`/api/team/${alone.id}/${path}`, body)).toMatchObject({
      status: 409,
      body: { code: 'last_owner' },
    });

  for (const round of [1, 2, 3]) {
    const pair = await addAccount();
    const [one, two] = [await addUser('owner', pair), await addUser('owner', pair)];
    const [byOne, byTwo] = [await signedIn(one), await signedIn(two)];
    await Promise.all([
      byOne.post(`/api/team/${two.id}/remove`, {}),
      byTwo.post(`/api/team/${one.id}/role`, { role: 'member' }),
    ]);
    const [left] = await db.$queryRaw<{ owners: number }[]>`
      SELECT count(*)::int AS owners FROM dashboard_user WHERE account_id = ${pair}::uuid AND role = 'owner' AND disabled_at IS NULL`;
    expect([round, left?.owners]).toEqual([round, 1]);
  }
});

// ---- pages

test('a page runs a stranger’s script, or is shown inside theirs: every answer says what a browser may do with it', async () => {
  const page = await browser().get('/transactions?search=x', { accept: 'text/html' });
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
  const asset = await browser().get(script, { 'accept-encoding': 'gzip' });
  expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'gzip',
  ]);
  expect((await browser().get('/assets/none.js', { accept: 'text/html' })).status).toBe(404);
  expect((await browser().get('/..%2f..%2fpackage.json')).status).toBe(404);
});

// ---- the last: it reads what all of the above has made the dashboard say

test('whoever reads the log or a page gets in: no token, hash, password, code or secret was told, and nothing was refused for want of a right', async () => {
  const hidden = [...secrets.sessions, ...secrets.links, ...secrets.totp, PASSWORD, WRONG, 'scrypt$'].filter(
    (text) => text !== '',
  );
  expect([secrets.sessions.size > 20, secrets.links.size > 5, secrets.totp.size]).toEqual([true, true, 1]);
  const told = (each: string) => seen.filter((text) => text.includes(each)).length;
  // what an authenticator app scans is shown to its owner, once
  expect(hidden.filter((each) => told(each) > (secrets.totp.has(each) ? 1 : 0))).toEqual([]);
  expect(dashboard.lines.filter((line) => hidden.some((each) => line.includes(each)))).toEqual([]);
  expect(dashboard.lines.filter((line) => /permission denied|42501|@example\.test/i.test(line))).toEqual([]);
  expect(dashboard.logs().filter(({ level }) => level === 'error')).toEqual([]);
  expect(dashboard.logs('request').length).toBeGreaterThan(100);
});
