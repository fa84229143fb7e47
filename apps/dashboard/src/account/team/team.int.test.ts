import { createAccount } from '@topup/core/account';
import { soldProducts } from '@topup/core/product';
import { type Db, systemClock } from '@topup/core/shared';
import type { Mail } from '@topup/runtime';
import { AS_OPS, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { sessionRoutes } from '../../auth/sessions.routes';
import { requireSignedIn, type SignedIn } from '../../auth/signed-in';
import { errorHandler } from '../../http/error-handler';
import { signedInUser } from '../../testing/signed-in-user';
import { teamRoutes } from './team.routes';

// Where links go; the rest of these routes is tried with the process as it runs: tests/journey/dashboard-sign-in.
const site = {
  url: 'http://127.0.0.1:3004',
  apiUrl: 'https://api.example.test',
  name: 'Top-Ups',
  support: undefined,
};

let database: TestDatabase;
let db: Db;
let owner: SignedIn;
let operator: SignedIn;
const said: unknown[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (...words: unknown[]) => void said.push(words) };

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  const account = await createAccount(db, { name: 'acme', tier: 'standard' }, AS_OPS);
  if (account.kind !== 'created') throw new Error(account.kind);
  owner = await signedInUser(db, { accountId: account.id, role: 'owner' });
  operator = await signedInUser(db, { accountId: null, role: 'operator', email: 'op@example.test' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

function as(signedIn: SignedIn, send?: (mail: Mail) => Promise<void>) {
  const mailer = send ? { send, close: () => undefined } : null;
  const deps = {
    db,
    log,
    clock: systemClock,
    mailer,
    site,
    products: soldProducts({ EXAM_PINS: 'off' }),
    findSignedIn: async () => signedIn,
  };
  const app = express();
  app.use(requireSignedIn(deps), express.json(), sessionRoutes(deps), teamRoutes(deps), errorHandler(deps));
  return request(app);
}

const invite = (agent: ReturnType<typeof as>, email: string) =>
  agent.post('/team').send({ name: 'New', email, role: 'viewer' });
const LINK = /^http:\/\/127\.0\.0\.1:3004\/set-password\?token=[\w-]{43}$/;

describe('an invitation that gets lost, or into other hands', () => {
  test('without mail, the inviter gets the link of an invitation', async () => {
    expect((await invite(as(owner), 'first@example.test')).body).toMatchObject({
      user: { invited: true },
      link: expect.stringMatching(LINK),
    });
  });

  test('a mailed link is not in the answer; a link that could not be mailed is', async () => {
    const mails: Mail[] = [];
    const mailed = await invite(
      as(owner, async (mail) => void mails.push(mail)),
      'second@example.test',
    );
    expect(mailed.body.link).toBeNull();
    expect(mails).toEqual([
      {
        to: 'second@example.test',
        subject: expect.any(String),
        text: expect.stringMatching(/set-password\?token=[\w-]{43}\n/),
      },
    ]);

    const lost = await invite(
      as(owner, () => Promise.reject(new Error('refused'))),
      'third@example.test',
    );
    expect(lost.body.link).toMatch(LINK);
    expect(said).toEqual([['a link could not be mailed', { user: lost.body.user.id, error: 'Error: refused' }]]);
  });

  test.each([
    [{ name: '', email: 'x@example.test', role: 'viewer' }, 'name'],
    [{ name: 'X\n\nYour account is locked. Sign in', email: 'x@example.test', role: 'viewer' }, 'name'],
    [{ name: 'X\u0000', email: 'x@example.test', role: 'viewer' }, 'name'],
    [{ name: 'X', email: 'nonsense', role: 'viewer' }, 'email'],
    [{ name: 'X', email: 'x@example.test', role: 'operator' }, 'role'],
  ])('an invitation with a wrong field is refused: %j', async (body, field) => {
    const answer = await as(owner).post('/team').send(body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  });

  test('one account mails strangers, or finds out who signs in, without end', async () => {
    const account = await createAccount(db, { name: 'mails a lot', tier: 'standard' }, AS_OPS);
    if (account.kind !== 'created') throw new Error(account.kind);
    const agent = as(await signedInUser(db, { accountId: account.id, role: 'owner' }));
    for (let n = 0; n < 15; n += 1) {
      expect((await invite(agent, `stranger${n}@example.test`)).status).toBe(201);
      expect((await invite(agent, 'op@example.test')).body.code).toBe('email_taken');
    }
    const more = await invite(agent, 'one-more@example.test');
    expect([more.status, more.body.code, Number(more.headers['retry-after']) > 3_000]).toEqual([
      429,
      'too_many_attempts',
      true,
    ]);
    expect((await invite(as(owner), 'of-another@example.test')).status).toBe(201);
  });

  test('an operator has no account and no team', async () => {
    expect((await as(operator).get('/me')).body).toEqual({
      user: { id: operator.userId, name: 'Ada', email: 'op@example.test', twoFactor: false },
      mustEnrol: false,
      role: 'operator',
      rights: [],
      account: null,
      timeZone: 'Africa/Lagos',
      apiUrl: site.apiUrl,
      docsUrl: `${site.apiUrl}/docs`,
      mails: false,
      providers: expect.objectContaining({ vtpass: 'VTpass', monnify: 'Monnify' }),
      products: ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'],
      approvals: 'required',
    });
    expect((await as(operator).get('/team')).status).toBe(403);
  });
});
