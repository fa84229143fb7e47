import type { Db } from '@topup/core/shared';
import type { NewWebhookSecret, Role, WebhookSecretRow } from '@topup/dashboard-contract';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import { quiet } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { developerRoutes } from './developers.routes';

const SECRETS = '/webhook/secrets';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** A user of the account, who asks. `answers`: every answer that any user of the test has had. */
async function user(accountId: string, role: Role, answers: string[] = []) {
  const signedIn = await signedInUser(db, { accountId, role });
  const deps = {
    db,
    masterKey: Buffer.alloc(32, 7),
    allowPrivateWebhooks: false,
    requireHttpsWebhooks: false,
    eventsKeptDays: null,
    enqueueEvent: () => undefined,
  };
  const routes = serveRoutes({ db, findSignedIn: async () => signedIn, log: quiet }, [developerRoutes(deps)]);
  const app = express().use('/api', routes);
  const keep = (answer: request.Response) => {
    answers.push(answer.text);
    return answer;
  };
  return {
    get: async (path: string) => keep(await request(app).get(`/api${path}`)),
    post: async (path: string, body: object = {}) => keep(await request(app).post(`/api${path}`).send(body)),
  };
}

async function team() {
  const accountId = await fundedAccount(db, 0n);
  const answers: string[] = [];
  const [owner, member] = [await user(accountId, 'owner', answers), await user(accountId, 'viewer', answers)];
  return { answers, owner, member };
}

describe('a webhook secret that somebody else can read, or that is changed twice', () => {
  test('it is shown once, and is then named by its ends, also to members', async () => {
    const { answers, owner, member } = await team();
    expect((await member.get(SECRETS)).body).toEqual([]);
    const { status, body }: { status: number; body: NewWebhookSecret } = await owner.post(SECRETS);
    expect([status, body]).toEqual([201, { id: expect.any(String), secret: expect.stringMatching(/^whsec_.{44}$/) }]);
    const display = `${body.secret.slice(0, 10)}…${body.secret.slice(-5)}`;
    expect((await member.get(SECRETS)).body).toEqual([
      { id: body.id, display, createdAt: expect.any(String), endsAt: null },
    ]);
    expect((await owner.post(SECRETS)).body).toMatchObject({ code: 'has_secret' });
    expect(answers.filter((text) => text.includes(body.secret))).toHaveLength(1);
  });

  test('rotating keeps the old one for a day or as long as asked, and a second click rotates nothing', async () => {
    const { owner } = await team();
    const { body: first } = await owner.post(SECRETS);
    const { status, body: second } = await owner.post(`${SECRETS}/rotate`, { id: first.id });
    expect([status, second.secret === first.secret]).toEqual([201, false]);
    expect((await owner.post(`${SECRETS}/rotate`, { id: first.id })).body).toMatchObject({ code: 'not_current' });
    const listed: WebhookSecretRow[] = (await owner.get(SECRETS)).body;
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    const hours = (Date.parse(listed[1]?.endsAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const { body: third } = await owner.post(`${SECRETS}/rotate`, { id: second.id, overlapHours: 0 });
    expect((await owner.get(SECRETS)).body).toMatchObject([{ id: third.id, endsAt: null }]);
  });

  test.each([
    [{ overlapHours: 169 }, 'overlapHours'],
    [{ overlapHours: -1 }, 'overlapHours'],
    [{ overlapHours: 1.5 }, 'overlapHours'],
    [{ id: 'x' }, 'id'],
    [{ id: undefined }, 'id'],
  ])('rotating with %j is refused at its field, and nothing is changed', async (change, field) => {
    const { owner } = await team();
    const { body } = await owner.post(SECRETS);
    const answer = await owner.post(`${SECRETS}/rotate`, { id: body.id, overlapHours: 1, ...change });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    expect((await owner.get(SECRETS)).body).toMatchObject([{ id: body.id }]);
  });

  test('revoking ends all of them, once', async () => {
    const { owner } = await team();
    const { body: first } = await owner.post(SECRETS);
    await owner.post(`${SECRETS}/rotate`, { id: first.id });
    expect((await owner.post(`${SECRETS}/revoke`)).body).toEqual([]);
    expect((await owner.post(`${SECRETS}/revoke`)).body).toMatchObject({ code: 'no_secret' });
    expect((await owner.post(SECRETS)).status).toBe(201);
  });

  test.each(['', '/rotate', '/revoke'])('a member cannot POST to %s, and a stranger changes nothing', async (path) => {
    const { owner, member } = await team();
    const stranger = await team();
    const { body } = await owner.post(SECRETS);
    expect((await member.post(`${SECRETS}${path}`, { id: body.id })).body).toMatchObject({ code: 'not_an_owner' });
    await stranger.owner.post(`${SECRETS}${path}`, { id: body.id });
    expect((await owner.get(SECRETS)).body).toMatchObject([{ id: body.id, endsAt: null }]);
  });
});
