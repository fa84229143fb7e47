import { readTwin } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import type { Me, Role } from '@topup/dashboard-contract';
import { fundedAccount, grantedRole, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import { sessionRoutes } from '../../auth/sessions.routes';
import type { SignedIn } from '../../auth/signed-in';
import { quiet } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { settingsRoutes } from './settings.routes';

const SITE = { url: 'https://d.example', apiUrl: 'https://a.example', name: 'Top-Ups', support: undefined };
let database: TestDatabase;
let role: Awaited<ReturnType<typeof grantedRole>>;
let ownerDb: Db;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  role = await grantedRole(database.url, 'dashboard'); // as in production
  [ownerDb, db] = [testPool(database.url, 2), testPool(role.url, 2)];
});
afterAll(async () => {
  await Promise.all([ownerDb.$disconnect(), db.$disconnect()]);
  await role.drop();
  await database.drop();
});

type Ask = (method: 'get' | 'post', path: string, body?: object, cookie?: string) => request.Test;

async function as(role: Role, accountId: string | null): Promise<Ask> {
  const signedIn: SignedIn = await signedInUser(ownerDb, { role, accountId });
  const deps = { db, log: quiet, mailer: null, site: SITE, products: [] };
  const routes = [sessionRoutes(deps), settingsRoutes(deps)];
  const app = express().use('/api', serveRoutes({ ...deps, findSignedIn: async () => signedIn }, routes));
  return (method, path, body, cookie = '') => request(app)[method](`/api${path}`).set('Cookie', cookie).send(body);
}

const zoneOf = async (ask: Ask, cookie?: string) =>
  ((await ask('get', '/me', undefined, cookie).expect(200)).body as Me).timeZone;
const SET = '/settings/time-zone';

describe('the pages show times in a zone that nobody has chosen, or one that there is not', () => {
  test('it is Lagos until an owner sets another, for all and in both modes; each change is recorded', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    const [owner, member] = [await as('owner', id), await as('viewer', id)];
    expect([await zoneOf(owner), await zoneOf(await as('operator', null))]).toEqual(['Africa/Lagos', 'Africa/Lagos']);
    for (const timeZone of ['America/New_York', 'america/new_york', 'UTC'])
      await owner('post', SET, { timeZone }).expect(200);
    expect([await zoneOf(owner), await zoneOf(member), await zoneOf(member, 'topup-mode=test')]).toEqual(
      new Array(3).fill('UTC'),
    );
    await owner('post', SET, { timeZone: 'Europe/London' }, 'topup-mode=test').expect(200);
    expect(await zoneOf(member)).toBe('Europe/London');
    const twin = await readTwin(ownerDb, id);
    expect(await ownerDb.account.findUniqueOrThrow({ where: twin })).toMatchObject({ timeZone: 'Africa/Lagos' });
    const recorded = await ownerDb.auditLog.findMany({ where: { accountId: id }, orderBy: { id: 'asc' } });
    expect(recorded.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['account.time_zone', { time_zone: 'Africa/Lagos' }, { time_zone: 'America/New_York' }],
      ['account.time_zone', { time_zone: 'America/New_York' }, { time_zone: 'UTC' }],
      ['account.time_zone', { time_zone: 'UTC' }, { time_zone: 'Europe/London' }],
    ]);
  });

  test('what is no time zone is declined and named', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    const owner = await as('owner', id);
    for (const timeZone of ['', 'Lagos', 'Mars/Olympus_Mons', '+01:00', "'; --", 5, null, undefined]) {
      const { body } = await owner('post', SET, { timeZone }).expect(400);
      expect(body.fields).toEqual({ timeZone: 'Time zone must be the name of a time zone, such as Africa/Lagos' });
    }
    expect(await zoneOf(owner)).toBe('Africa/Lagos');
    await expect(
      ownerDb.$executeRaw`UPDATE account SET time_zone = 'not a zone' WHERE id = ${id}::uuid`,
    ).rejects.toThrow('account_time_zone_check');
  });

  test('a member and an operator cannot set it', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    const body = { timeZone: 'UTC' };
    expect((await (await as('viewer', id))('post', SET, body).expect(403)).body.code).toBe('not_an_owner');
    await (await as('operator', null))('post', SET, body).expect(403);
    expect(await zoneOf(await as('viewer', id))).toBe('Africa/Lagos');
  });
});
