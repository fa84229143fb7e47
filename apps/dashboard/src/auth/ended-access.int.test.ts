import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setAccountStatus } from '@topup/core/account';
import { sealAuditLog } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import { disableUser, endSession, FRESH_MS, memberRoles, type UserRole } from '@topup/core/user';
import { verifyBooks } from '@topup/core/wallet';
import { allInFullRun } from '@topup/testkit';
import type { Router } from 'express';
import express from 'express';
import { type Asked, dashboardWrites, FRESH_WRITES, type Write } from '../testing/dashboard-writes';
import { openOperatorWorld } from '../testing/operator-world';
import { enrolFactor, proveFactor, signedInUser } from '../testing/signed-in-user';
import { pathsOf, wholeApi } from '../testing/whole-api';
import type { SignedIn } from './signed-in';

// Every route that writes, asked by somebody whose right to it ends while the request is on its way.

const { world } = openOperatorWorld();
const db = (): Db => world().db;
const WRITES = dashboardWrites(world);
const client = async () => (await world().account()).id;
const userOf = async (role: UserRole) =>
  signedInUser(db(), { role, accountId: role === 'operator' ? null : await client() });

let server: Server;
let api: Router;
/** The action to run on a session right after it was found, by the session's id. */
const afterFound = new Map<string, () => Promise<unknown>>();
/** The sessions of users who must set up a second factor. */
const enrolling = new Set<string>();

beforeAll(async () => {
  api = wholeApi(world(), async (headers) => {
    const sessionId = String(headers.session);
    const [found] = await db().$queryRaw<SignedIn[]>`
      SELECT u.id AS "userId", u.email, u.name, u.role, u.account_id AS "accountId", s.id AS "sessionId"
        FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
       WHERE s.id = ${sessionId}::uuid AND u.disabled_at IS NULL`;
    await afterFound.get(sessionId)?.();
    return found ? { ...found, mustEnrol: enrolling.has(sessionId) } : null;
  });
  server = createServer(express().use('/api', api)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => new Promise((done) => server.close(done)));

/** Files of operators, whose previews are too long for a GET and write nothing. */
const IMPORTS = ['/operator/reconciliation/import', '/operator/collections/import'];
/** Their bodies are large, so that who is signed in is asked before the body too. */
const ASKED_TWICE = [...IMPORTS, '/buying/files'];
const READING = IMPORTS.map((path) => `${path}/preview`);

test('every POST route of the dashboard that writes is in the table', () => {
  expect([...Object.keys(WRITES), ...READING].sort()).toEqual(pathsOf(api, 'POST').sort());
});

describe('a user writes after their right to it has ended', () => {
  test.each(Object.entries(WRITES))('POST %s changes nothing, and otherwise does', async (path, write) => {
    for (const [end, ended] of Object.entries(endsOf(write)))
      for (const late of allInFullRun(true, false)) {
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
        expect([end, late, answer.status, answer.code]).toEqual([
          ...[end, late],
          ...ended.answered(late || ASKED_TWICE.includes(path)),
        ]);
        expect([end, late, await everything()]).toEqual([end, late, before]);
      }
    const me = await userOf(write.as);
    const asked = await write.ask(me);
    const before = await everything();
    const recorded = await db().auditLog.count();
    expect((await post(me, asked)).status).toBeLessThan(300);
    await world().runs.idle();
    expect(await everything()).not.toBe(before);
    const entries = await db().auditLog.findMany({ orderBy: { id: 'asc' }, skip: recorded });
    const by = { actorKind: write.as === 'operator' ? 'operator' : 'user', userId: me.userId, userEmail: me.email };
    for (const entry of entries) expect(entry).toMatchObject({ ...by, sessionId: me.sessionId, address: '127.0.0.1' });
    expect(entries).toHaveLength(write.records ?? 1);
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

  test.each(Object.entries(WRITES))(
    'POST %s asks for a fresh second factor exactly when it should',
    async (path, write) => {
      const needed = [403, 'factor_needed'];
      for (const [provedMs, fresh] of [
        [null, false],
        [FRESH_MS + 1_000, false],
        [FRESH_MS - 20_000, true],
      ] as const) {
        const me = await userOf(write.as);
        await enrolFactor(db(), me);
        const asked = await write.ask(me);
        if (provedMs !== null) await proveFactor(db(), me, provedMs);
        const before = await everything();
        const answer = await post(me, asked);
        await world().runs.idle();
        if (!fresh && FRESH_WRITES.includes(path)) {
          expect([provedMs, answer.status, answer.code]).toEqual([provedMs, ...needed]);
          expect(await everything()).toBe(before);
        } else expect([provedMs, answer.status < 300]).toEqual([provedMs, true]);
      }
    },
  );

  test('who must set up a second factor first learns at /me who they are, and reaches nothing else', async () => {
    for (const role of ['operator', ...memberRoles] as const) {
      const me = await userOf(role);
      enrolling.add(me.sessionId);
      const before = await everything();
      for (const method of ['GET', 'POST'] as const)
        for (const route of pathsOf(api, method)) {
          const path = route.replace(/:\w+/, me.userId);
          const needed =
            path === '/me' ? { status: 200, code: undefined } : { status: 403, code: 'factor_enrolment_needed' };
          expect([path, await ask(me, method, { path })]).toEqual([path, needed]);
        }
      expect(await everything()).toBe(before);
    }
  });

  test('all that was done is one unbroken chain', async () => {
    await sealAuditLog(db(), 10_000);
    expect((await verifyBooks(db())).findings.filter(({ id, count }) => /A1[67]/.test(id) && count > 0)).toEqual([]);
  });

  test('a token is not shown in full, because that could not be recorded', async () => {
    const reference = await world().buy(await client());
    await db().$executeRaw`
      UPDATE purchase SET result = '{"token":"12345678901234567890"}' WHERE request_ref = ${reference}`;
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
  if (as === 'owner' || as === 'buyer')
    ends['role lowered'] = {
      by: setRole('viewer', null),
      answered: (late) => [403, late ? (as === 'owner' ? 'not_an_owner' : 'not_a_buyer') : 'role_changed'],
    };
  if (as === 'operator')
    ends['role lowered'] = {
      by: async (me) => setRole('viewer', await client())(me),
      answered: (late) => (late ? [403, 'not_an_operator'] : [401, 'signed_out']),
    };
  if (as !== 'operator' && evenSuspended !== true)
    ends['account suspended'] = {
      by: (me) => setAccountStatus(db(), me.accountId ?? '', 'suspended'),
      answered: () => [403, 'account_suspended'],
    };
  return ends;
}

// ---- requests

const post = (me: SignedIn, asked: Asked, whileLate?: () => Promise<unknown>) => ask(me, 'POST', asked, whileLate);

/** `whileLate`: runs between the first byte of the body and the rest. */
async function ask(
  { sessionId }: SignedIn,
  method: 'GET' | 'POST',
  { path, body = {}, cookie = '' }: Asked,
  whileLate?: () => Promise<unknown>,
): Promise<{ status: number; code: string | undefined }> {
  const bytes = method === 'GET' ? '' : JSON.stringify(body);
  const headers = { session: sessionId, cookie, 'content-type': 'application/json', 'content-length': bytes.length };
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
    books_check, catalogue_sync, product_mapping, approval, money_rule, cap_use, mail, purchase_batch, batch_row`;
  const digests = tables
    .split(/,\s+/)
    .map((table) => `(SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) FROM ${table} t)`);
  const [row] = await db().$queryRawUnsafe<{ all: string }[]>(`SELECT concat_ws(' ', ${digests.join(', ')}) AS all`);
  return row?.all ?? '';
}
