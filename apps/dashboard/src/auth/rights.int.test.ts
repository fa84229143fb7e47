import { mayRole, memberRoles, type Right } from '@topup/core/user';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../api';
import { openOperatorWorld } from '../testing/operator-world';
import { signedInUser } from '../testing/signed-in-user';
import { handlersOf, pathsOf, wholeApi } from '../testing/whole-api';
import { requireRight, type SignedIn } from './signed-in';

// Every route of an account, asked by each role: the table of core (user/roles.ts) alone decides who gets through.

const { world } = openOperatorWorld();

const NOBODYS_ID = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';

/** Those of every user, who asks about their own sign-in. A stream shows operators the purchases of all accounts. */
const OF_EVERYBODY = [
  ...['GET /me', 'GET /sessions', 'POST /sessions/revoke-others', 'POST /sessions/:id/revoke', 'GET /stream'],
];

/** What users who were called members could and could not do. */
const MEMBERS_COULD = [
  ...['GET /team', 'GET /keys', 'GET /test-key', 'POST /test-key', 'GET /webhook', 'GET /webhook/secrets'],
  ...['POST /webhook/test', 'POST /deliveries/:id/resend', 'POST /webhook/resends', 'POST /webhook/resends/:id/cancel'],
  ...['POST /transactions/:reference/check', 'POST /transactions/:reference/claim', 'GET /transactions/:reference'],
  ...['POST /wallet/test-funds', 'POST /wallet/test-reset', 'GET /wallet', 'GET /wallet/entries.csv', 'GET /overview'],
  ...['GET /statement', 'GET /products', 'GET /requests', 'GET /search', 'GET /deliveries'],
];
const MEMBERS_COULD_NOT = [
  ...['POST /team', 'POST /team/factor', 'POST /team/:id/role', 'POST /team/:id/remove', 'POST /keys'],
  ...['POST /keys/:id/limits', 'POST /keys/:id/revoke', 'POST /webhook', 'POST /webhook/remove'],
  ...['POST /webhook/secrets', 'POST /webhook/secrets/rotate', 'POST /webhook/secrets/revoke'],
  ...['POST /wallet/low-balance', 'POST /settings/time-zone', 'GET /activity', 'GET /activity.csv'],
];

/** Who is signed in, while requests are sent one after another. */
let me: SignedIn;
const api = () => wholeApi(world(), async () => me);

/** The rights that each route of an account declares, by method and path. */
function declared(router = api()): Map<string, Right[]> {
  const found = new Map<string, Right[]>();
  for (const { method, path, handler } of handlersOf(router)) {
    const name = `${method} ${path}`;
    if (path.startsWith('/operator/') || OF_EVERYBODY.includes(name)) continue;
    const named = 'right' in handler ? [handler.right as Right] : [];
    found.set(name, [...(found.get(name) ?? []), ...named]);
  }
  return found;
}

async function ask(route: string): Promise<{ status: number; code: string | undefined }> {
  const [method = '', path = ''] = route.split(' ');
  const agent = request(express().use('/api', api()));
  const url = `/api${path.replace(/:\w+/, NOBODYS_ID)}`;
  const { status, body } = await (method === 'GET' ? agent.get(url) : agent.post(url).send({}));
  return { status, code: body.code };
}

describe('a route of an account that the table of roles does not decide', () => {
  test('each route declares one right', () => {
    const undecided = [...declared()].filter(([, rights]) => rights.length !== 1);
    expect(undecided).toEqual([]);
    expect([...declared().keys()]).toEqual(expect.arrayContaining([...MEMBERS_COULD, ...MEMBERS_COULD_NOT]));
  });

  test('a route without a right is found', () => {
    const router = express.Router().use(express.Router().get('/leak', (_request, response) => response.json(null)));
    expect([...declared(router)]).toEqual([['GET /leak', []]]);
  });

  test('all routes are read by GET or changed by POST, so that each is asked here', () => {
    const asked = [...pathsOf(api(), 'GET'), ...pathsOf(api(), 'POST')];
    expect(new Set(handlersOf(api()).map(({ path }) => path))).toEqual(new Set(asked));
    expect(new Set(handlersOf(api()).map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
  });

  test.each(memberRoles)('%s gets 403 where the table denies the right, and nowhere else', async (role) => {
    const { id: accountId } = await world().account();
    me = await signedInUser(world().db, { role, accountId });
    for (const [route, [right = 'read']] of declared()) {
      const { status, code } = await ask(route);
      const refused = mayRole(role, right) ? null : mayRole('buyer', right) ? 'not_a_buyer' : 'not_an_owner';
      expect([route, status === 403 ? code : null]).toEqual([route, refused]);
    }
  });

  test('an operator gets 403 everywhere: they have no account', async () => {
    me = await signedInUser(world().db, { role: 'operator', accountId: null });
    for (const route of declared().keys())
      expect([route, await ask(route)]).toEqual([route, { status: 403, code: 'no_account' }]);
  });

  test.each(['owner', 'buyer', 'viewer'] as const)('the right to buy, asked by %s', async (role) => {
    me = await signedInUser(world().db, { role, accountId: (await world().account()).id });
    const buying = express.Router().post('/buy', requireRight('buy'), (_request, response) => response.json('bought'));
    const app = express().use(serveRoutes({ ...world().deps, findSignedIn: async () => me }, [buying]));
    expect((await request(app).post('/buy')).status).toBe(role === 'viewer' ? 403 : 200);
  });
});

describe('a member of before who loses or wins a right by being called a viewer', () => {
  test('the database calls a member a viewer, including one of an older process', async () => {
    const { id: accountId } = await world().account();
    const { userId } = await signedInUser(world().db, { role: 'owner', accountId });
    await world().db.dashboardUser.update({ where: { id: userId }, data: { role: 'member' } });
    expect(await world().db.dashboardUser.findUnique({ where: { id: userId } })).toMatchObject({ role: 'viewer' });
  });

  test('a viewer may do what members could, and nothing that they could not', () => {
    const rightOf = (route: string) => declared().get(route)?.[0] ?? 'team';
    expect(MEMBERS_COULD.filter((route) => !mayRole('viewer', rightOf(route)))).toEqual([]);
    expect(MEMBERS_COULD_NOT.filter((route) => mayRole('viewer', rightOf(route)))).toEqual([]);
  });
});
