import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setAccountStatus, setWebhookUrl } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { createShares, type Db, newId } from '@topup/core/shared';
import { disableUser, endSession, type UserRole } from '@topup/core/user';
import { createWebhookSecret } from '@topup/core/webhook';
import type { Router } from 'express';
import express from 'express';
import { buildApi } from '../api';
import { openOperatorWorld } from '../testing/operator-world';
import { unknown } from '../testing/seller';
import { signedInUser } from '../testing/signed-in-user';
import type { SignedIn } from './signed-in';

// Every route that writes, asked by somebody whose right to it ends while the request is on its way.

type Asked = { path: string; body?: object };
type Write = { as: UserRole; evenSuspended?: true; ask(me: SignedIn): Promise<Asked> };

const masterKey = Buffer.alloc(32, 7);
const { world } = openOperatorWorld();
const db = (): Db => world().db;

let server: Server;
let api: Router;
/** What happens to a session right after it was found. */
const afterFound = new Map<string, () => Promise<unknown>>();

beforeAll(async () => {
  const deps = {
    ...world().deps,
    findSignedIn: async (headers: NodeJS.Dict<string | string[]>) => {
      const sessionId = String(headers.session);
      const [found] = await db().$queryRaw<SignedIn[]>`
        SELECT u.id AS "userId", u.email, u.name, u.role, u.account_id AS "accountId", s.id AS "sessionId"
          FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
         WHERE s.id = ${sessionId}::uuid AND u.disabled_at IS NULL`;
      await afterFound.get(sessionId)?.();
      return found ?? null;
    },
    packageList: { packages: async () => [] },
    bounds: { airtime: {}, electricity: {} },
    masterKey,
    allowPrivateWebhooks: false,
    requireHttpsWebhooks: false,
    enqueueEvent: () => undefined,
    exports: createShares(4),
    trustedProxies: [],
  };
  api = buildApi(deps);
  server = createServer(express().use('/api', api)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => new Promise((done) => server.close(done)));

const WRITES: Record<string, Write> = {
  '/sessions/revoke-others': {
    as: 'member',
    evenSuspended: true,
    ask: async (me) => {
      await signedInUser(db(), me);
      return { path: '/sessions/revoke-others' };
    },
  },
  '/sessions/:id/revoke': {
    as: 'member',
    evenSuspended: true,
    ask: async (me) => ({ path: `/sessions/${(await signedInUser(db(), me)).sessionId}/revoke` }),
  },
  '/team': { as: 'owner', ask: async () => ({ path: '/team', body: { name: 'New', email: mail(), role: 'member' } }) },
  '/team/:id/role': {
    as: 'owner',
    ask: async (me) => ({ path: `/team/${(await colleague(me)).userId}/role`, body: { role: 'owner' } }),
  },
  '/team/:id/remove': {
    as: 'owner',
    evenSuspended: true,
    ask: async (me) => ({ path: `/team/${(await colleague(me)).userId}/remove` }),
  },
  '/keys': { as: 'owner', ask: async () => ({ path: '/keys', body: { name: 'shop' } }) },
  '/keys/:id/revoke': {
    as: 'owner',
    evenSuspended: true,
    ask: async (me) => ({ path: `/keys/${await key(me)}/revoke` }),
  },
  '/webhook': {
    as: 'owner',
    ask: async () => ({ path: '/webhook', body: { url: `https://client.example/${newId()}` } }),
  },
  '/webhook/remove': {
    as: 'owner',
    ask: async (me) => {
      await setWebhookUrl(db(), me.accountId ?? '', 'https://client.example/events');
      return { path: '/webhook/remove' };
    },
  },
  '/webhook/test': {
    as: 'member',
    ask: async (me) => {
      await setWebhookUrl(db(), me.accountId ?? '', 'https://client.example/events');
      await key(me);
      return { path: '/webhook/test' };
    },
  },
  '/deliveries/:id/resend': {
    as: 'member',
    ask: async (me) => {
      await setWebhookUrl(db(), me.accountId ?? '', 'https://client.example/events');
      await key(me);
      const id = newId();
      await db().$executeRaw`
        INSERT INTO webhook_event (id, account_id, event, status, details, asked_by, state, claimed_at, finished_at)
        VALUES (${id}::uuid, ${me.accountId}::uuid, 'webhook.test', 'success', 'test', 'x', 'undelivered', now(), now())`;
      return { path: `/deliveries/${id}/resend` };
    },
  },
  '/webhook/secrets': { as: 'owner', ask: async () => ({ path: '/webhook/secrets' }) },
  '/webhook/secrets/rotate': {
    as: 'owner',
    ask: async (me) => ({ path: '/webhook/secrets/rotate', body: { id: await secret(me) } }),
  },
  '/webhook/secrets/revoke': {
    as: 'owner',
    evenSuspended: true,
    ask: async (me) => {
      await secret(me);
      return { path: '/webhook/secrets/revoke' };
    },
  },
  ...forOperators({
    '/accounts/:id/limits': async () => ({
      path: `/accounts/${await client()}/limits`,
      body: { purchases: '10', status: '10', lookups: '10', other: '10' },
    }),
    '/provider/close': async () => ({ path: '/provider/close', body: { service: 'startimes', reason: newId() } }),
    '/provider/open': async () => {
      await db().$executeRaw`
        INSERT INTO provider_switch (provider, breaker, reason, closed_by) VALUES ('vtpass', 'gotv', 'test', 'test')
        ON CONFLICT DO NOTHING`;
      return { path: '/provider/open', body: { service: 'gotv' } };
    },
    '/accounts': async () => ({ path: '/accounts', body: { name: newId().slice(0, 30), tier: 'standard' } }),
    '/accounts/:id/status': async () => ({ path: `/accounts/${await client()}/status`, body: { status: 'suspended' } }),
    '/accounts/:id/tier': async () => ({ path: `/accounts/${await client()}/tier`, body: { tier: await tier() } }),
    '/accounts/:id/fund': async () => ({
      path: `/accounts/${await client()}/fund`,
      body: { amount: '5000', reference: newId(), note: 'bank' },
    }),
    '/accounts/:id/users': async () => ({
      path: `/accounts/${await client()}/users`,
      body: { name: 'New', email: mail(), role: 'owner' },
    }),
    '/users/:id/link': async () => ({ path: `/users/${await user()}/link` }),
    '/users/:id/disable': async () => ({ path: `/users/${await user()}/disable` }),
    '/purchases/:reference/requery': async () => ({ path: `/purchases/${await sentPurchase()}/requery` }),
    '/purchases/:reference/settle': async () => ({
      path: `/purchases/${await sentPurchase()}/settle`,
      body: { decision: 'refund', note: 'asked them' },
    }),
    '/tiers': async () => ({ path: '/tiers', body: { name: newId().slice(0, 30), markupPercent: '10' } }),
    '/catalogue/sync': async () => ({ path: '/catalogue/sync' }),
    '/catalogue/announce': async () => ({
      path: '/catalogue/announce',
      body: { network: 'MTN', name: newId(), cost: '100' },
    }),
    '/catalogue/retire': async () => ({
      path: '/catalogue/retire',
      body: { id: (await plan({ announced: true })).id },
    }),
    '/catalogue/withdraw': async () => ({ path: '/catalogue/withdraw', body: { planId: (await plan()).planId } }),
    '/catalogue/restore': async () => ({
      path: '/catalogue/restore',
      body: { id: (await plan({ withdrawn: true })).id },
    }),
    '/prices': async () => ({
      path: '/prices',
      body: { tier: 'standard', planId: (await plan()).planId, price: '2000' },
    }),
    '/prices/clear': async () => {
      const { id, planId } = await plan();
      await db().$executeRaw`INSERT INTO plan_price (tier_id, data_plan_id, price_kobo) VALUES (1, ${id}, 200000)`;
      return { path: '/prices/clear', body: { tier: 'standard', planId } };
    },
    '/books': async () => ({ path: '/books' }),
  }),
};

test('every POST route of the dashboard is in the table', () => {
  expect(Object.keys(WRITES).sort()).toEqual(postRoutes(api).sort());
});

describe('a user writes after their right to it has ended', () => {
  test.each(Object.entries(WRITES))('POST %s changes nothing, and otherwise does', async (_, write) => {
    for (const [end, ended] of Object.entries(endsOf(write)))
      for (const late of [true, false]) {
        const me = await userOf(write.as);
        const asked = await write.ask(me);
        let before: string | undefined;
        const endNow = async () => {
          await ended.by(me);
          before = await everything();
        };
        if (!late) afterFound.set(me.sessionId, endNow);
        const answer = await post(me, asked, late ? endNow : undefined);
        afterFound.delete(me.sessionId);
        expect([end, late, answer.status, answer.code]).toEqual([end, late, ...ended.answered(late)]);
        expect([end, late, await everything()]).toEqual([end, late, before]);
      }
    const me = await userOf(write.as);
    const asked = await write.ask(me);
    const before = await everything();
    expect((await post(me, asked)).status).toBeLessThan(300);
    await world().runs.idle();
    expect(await everything()).not.toBe(before);
  });

  test.each(Object.entries(WRITES).filter(([, { evenSuspended }]) => evenSuspended))(
    'POST %s takes access away even for the users of a suspended account',
    async (_, write) => {
      const me = await userOf(write.as);
      const asked = await write.ask(me);
      await setAccountStatus(db(), me.accountId ?? '', 'suspended');
      expect((await post(me, asked)).status).toBe(200);
    },
  );

  test('a token is not shown in full, because that could not be recorded', async () => {
    const reference = await sentPurchase();
    const me = await userOf('operator');
    afterFound.set(me.sessionId, () => endSession(db(), me.userId, me.sessionId));
    const answer = await ask(me, 'GET', { path: `/operator/purchases/${reference}?token=true` });
    expect(answer).toEqual({ status: 401, code: 'signed_out' });
  });

  test('two owners who remove each other at the same moment: one of them stays', async () => {
    const one = await userOf('owner');
    const other = await signedInUser(db(), { role: 'owner', accountId: one.accountId });
    const answers = await Promise.all([
      post(one, { path: `/team/${other.userId}/remove` }),
      post(other, { path: `/team/${one.userId}/remove` }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

// ---- how a right ends

type End = { by(me: SignedIn): Promise<unknown>; answered(late: boolean): [number, string] };

function endsOf({ as, evenSuspended }: Write): Record<string, End> {
  const setRole = (role: UserRole, accountId: string | null) => (me: SignedIn) =>
    db().$executeRaw`
    UPDATE dashboard_user SET role = ${role}, account_id = ${accountId ?? me.accountId}::uuid WHERE id = ${me.userId}::uuid`;
  const ends: Record<string, End> = {
    'session ended': {
      by: (me) => endSession(db(), me.userId, me.sessionId),
      answered: () => [401, 'signed_out'],
    },
    'user disabled': { by: (me) => disableUser(db(), me.userId), answered: () => [401, 'signed_out'] },
  };
  if (as === 'owner')
    ends['role lowered'] = {
      by: setRole('member', null),
      answered: (late) => [403, late ? 'not_an_owner' : 'role_changed'],
    };
  if (as === 'operator')
    ends['role lowered'] = {
      by: async (me) => setRole('member', await client())(me),
      answered: (late) => (late ? [403, 'not_an_operator'] : [401, 'signed_out']),
    };
  if (as !== 'operator' && evenSuspended !== true)
    ends['account suspended'] = {
      by: (me) => setAccountStatus(db(), me.accountId ?? '', 'suspended'),
      answered: () => [403, 'account_suspended'],
    };
  return ends;
}

// ---- the table's rows

function forOperators(rows: Record<string, () => Promise<Asked>>): Record<string, Write> {
  return Object.fromEntries(
    Object.entries(rows).map(([route, make]): [string, Write] => [
      `/operator${route}`,
      {
        as: 'operator',
        ask: async () => {
          const { path, body } = await make();
          return { path: `/operator${path}`, ...(body && { body }) };
        },
      },
    ]),
  );
}

const mail = () => `${newId()}@example.com`;
const client = async () => (await world().account()).id;
const userOf = async (role: UserRole) =>
  signedInUser(db(), { role, accountId: role === 'operator' ? null : await client() });
const user = async () => (await userOf('owner')).userId;
const colleague = ({ accountId }: SignedIn) => signedInUser(db(), { role: 'member', accountId });
async function secret({ accountId }: SignedIn): Promise<string> {
  const made = await createWebhookSecret({ db: db(), masterKey }, accountId ?? '');
  return made.kind === 'created' ? made.id : '';
}

const key = async ({ accountId }: SignedIn) => (await createKey({ db: db(), masterKey }, accountId ?? '', 'key')).id;

async function tier(): Promise<string> {
  return (await db().tier.create({ data: { name: newId().slice(0, 30), markupBps: 0 } })).name;
}

async function sentPurchase(): Promise<string> {
  const reference = await world().buy(await client());
  await world().send(reference, unknown);
  return reference;
}

/** A data plan for 1,000 naira, which is for sale unless it was only announced, or withdrawn. */
async function plan({ announced = false, withdrawn = false } = {}): Promise<{ id: number; planId: string }> {
  const planId = newId();
  const { id } = await db().dataPlan.create({
    data: {
      planId: announced || withdrawn ? null : planId,
      network: 'MTN',
      name: planId,
      planName: planId,
      validity: '30 days',
      providerService: announced ? null : 'mtn-data',
      providerCode: announced ? null : planId,
      costKobo: 100_000n,
    },
  });
  return { id, planId };
}

// ---- requests

const post = (me: SignedIn, asked: Asked, whileLate?: () => Promise<unknown>) => ask(me, 'POST', asked, whileLate);

/** `whileLate`: runs between the first byte of the body and the rest. */
async function ask(
  { sessionId }: SignedIn,
  method: 'GET' | 'POST',
  { path, body = {} }: Asked,
  whileLate?: () => Promise<unknown>,
): Promise<{ status: number; code: string | undefined }> {
  const bytes = method === 'GET' ? '' : JSON.stringify(body);
  const headers = { session: sessionId, 'content-type': 'application/json', 'content-length': bytes.length };
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (whileLate) {
    const arrived = once(server, 'request');
    sent.write(bytes.slice(0, 1));
    await arrived;
    await whileLate();
  }
  sent.end(whileLate ? bytes.slice(1) : bytes);
  const [response] = await answered;
  return { status: response.statusCode ?? 0, code: JSON.parse(await text(response))?.code };
}

/** A digest of every row that these routes can change. */
async function everything(): Promise<string> {
  const tables = `account, api_key, dashboard_user, dashboard_session, dashboard_link, wallet, ledger_entry, purchase,
    purchase_history, webhook_event, webhook_secret, provider_switch, audit_log, tier, data_plan, plan_price,
    books_check, catalogue_sync`;
  const digests = tables
    .split(/,\s+/)
    .map((table) => `(SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) FROM ${table} t)`);
  const [row] = await db().$queryRawUnsafe<{ all: string }[]>(`SELECT concat_ws(' ', ${digests.join(', ')}) AS all`);
  return row?.all ?? '';
}

/** The paths of the POST routes of a router. Those one router deeper are the operators'. */
function postRoutes(router: Router, prefix = '', depth = 0): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route !== undefined)
      return route.stack.some(({ method }) => method === 'post') ? [`${prefix}${route.path}`] : [];
    const nested = handle as Partial<Router>;
    if (nested.stack === undefined) return [];
    return postRoutes(nested as Router, depth === 1 ? '/operator' : '', depth + 1);
  });
}
