import { randomUUID } from 'node:crypto';
import { decideApproval } from '@topup/core/operator-guard';
import { productTypes, purchaseEventOf, queuedProducts } from '@topup/core/product';
import type { Db } from '@topup/core/shared';
import {
  eventually,
  type GrantedRole,
  grantedRole,
  newMasterKey,
  newOperator,
  sandboxKeys,
  startWorld,
  testPool,
  type World,
} from '@topup/testkit';
import { expectConsistent } from './support/books';
import { FORBIDDEN } from './support/dashboard';
import { operators } from './support/ops';
import { eventsOf, expectSigned, webhooksOf } from './support/webhooks';

// All processes as in production: api and worker, the dashboard and `ops` have a role each, which can neither alter
// tables nor change history. Only the migrations ran as the owner.
let world: World;
let asOps: GrantedRole;
let asDashboard: GrantedRole;
let ownerDb: Db;
let dashboardDb: Db;

beforeAll(async () => {
  world = await startWorld({ asGrantedRole: true });
  asOps = await grantedRole(world.databaseUrl, 'ops');
  asDashboard = await grantedRole(world.databaseUrl, 'dashboard');
  [ownerDb, dashboardDb] = [testPool(world.databaseUrl), testPool(asDashboard.url)];
  await world.client.setWebhook(world.receiver.url);
});
afterAll(async () => {
  await Promise.all([ownerDb?.$disconnect(), dashboardDb?.$disconnect()]);
  await asOps?.drop();
  await asDashboard?.drop();
  await world?.stop();
});

describe('production cannot run with the rights of the granted role', () => {
  test('one of each product is sold and sent as an event, without the right to change the past', async () => {
    await sync();
    await eventually(
      async () => (await world.client.dataPlans()).body.data ?? [],
      (plans) => plans.length > 0, // once a worker has read them too
      20_000,
    );

    const answers = await Promise.all(productTypes.map((product) => world.client.buy(product, { ref: product })));

    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'successful']));
    await eventually(
      () => productTypes.flatMap((product) => eventsOf(world.receiver, product)),
      (events) => events.join() === queuedProducts.map((each) => `${purchaseEventOf(each, 'success')} success`).join(),
    );
    await expectConsistent(world);
    const list = async (path: string) => Object((await world.client.call('GET', path)).body.data).length;
    expect(await list('/v1/transactions?status=successful')).toBe(productTypes.length);
    expect(await list('/v1/wallet/entries?from=2020-01-01&kind=debit')).toBe(productTypes.length);
  });

  test('a rejected purchase is refunded, and an unknown one is requeried', async () => {
    const [failed, unknown] = [randomUUID(), randomUUID()];

    const answers = await Promise.all([
      world.client.buyAirtime({ ref: failed, phone: '08000100321' }),
      world.client.buyAirtime({ ref: unknown, phone: '08000800321' }),
    ]);

    expect(answers[0]?.status).toBe(424);
    await eventually(
      () => world.purchase(unknown),
      (purchase) => purchase?.status === 'success',
      15_000,
    );
    await expectConsistent(world);
  });

  test('every webhook before, during and after a rotation of the master key is signed', async () => {
    const fresh = newMasterKey();
    const both = { KEY_ENCRYPTION_SECRET: fresh.text, KEY_ENCRYPTION_SECRET_PREVIOUS: world.keySecret };
    const replaceWorker = async (settings: Record<string, string>) => {
      const before = world.workers.at(-1);
      await world.addWorker(settings);
      await before?.stop();
    };
    await replaceWorker(both);
    await expectSignedWebhook();

    const ops = operators({ DATABASE_URL: world.databaseUrl, ...both });
    expect(await ops('keys', 'rotate-master')).toMatchObject({ keys: 1, rotated: 1 });
    await expectSignedWebhook();

    await replaceWorker({ KEY_ENCRYPTION_SECRET: fresh.text });
    await expectSignedWebhook();
  });

  test('what a client sets is recorded, sealed within ten seconds, and mailed to the owners', async () => {
    const url = `${world.receiver.url}?set=again`;
    const owner = await world.sql<{ id: string }>(
      `WITH u AS (INSERT INTO dashboard_user (id, account_id, role, name, email)
                  VALUES (gen_random_uuid(), $1, 'owner', 'Ada', 'ada@client.example') RETURNING id)
       INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
       SELECT gen_random_uuid(), id, 'credential', id::text, 'scrypt$' FROM u RETURNING user_id AS id`,
      [world.account.id],
    );
    await world.client.setWebhook(url);
    await world.client.setWebhook(url);
    const sealed = await eventually(
      () =>
        world.sql<{ n: string }>(
          `SELECT s.n, a.actor_kind, a.user_id, a.address, a.before, a.after, a.request_id IS NOT NULL AS asked
             FROM audit_log a JOIN audit_seal s ON s.entry_id = a.id WHERE a.action = 'webhook.set' ORDER BY a.id`,
        ),
      ({ length }) => length === 2,
      10_000,
    );
    const shown = { url: expect.stringMatching(/^http:\/\/[^/]+\/…?$/) };
    expect(sealed[1]).toMatchObject({
      actor_kind: 'key',
      user_id: world.account.keyId,
      address: expect.any(String),
      asked: true,
      before: shown,
      after: shown,
    });
    const mails = await eventually(
      () => world.sql<{ state: string }>('SELECT state FROM mail WHERE user_id = $1', [owner[0]?.id]),
      (rows) => rows[0]?.state === 'skipped',
    );
    expect(mails).toHaveLength(1);
    await world.verifyBooks();
  });

  test('operators fund, adjust, settle and ask for approvals with the role of `ops`', async () => {
    const ops = operators({ DATABASE_URL: asOps.url, ...sandboxKeys() });
    const account = ['--account', world.account.id];
    await ops('wallet', 'fund', ...account, '--amount', '700', '--reference', 'bank 1');
    const adjusted = ['--reason', 'typed twice', '--reference', 'fix 1'];
    expect(await ops('wallet', 'adjust', ...account, '--amount=-200', ...adjusted)).toMatchObject({ adjusted: true });
    const ref = randomUUID();
    await world.client.buyAirtime({ ref });
    const asAda = ['--as', (await newOperator(ownerDb)).actor.email];
    const settle = ['purchase', 'settle', ref, '--refund', '--note', 'never arrived', ...asAda];
    const refund = await ops<{ approval: string }>(...settle);
    expect(refund).toMatchObject({ state: 'requested' });
    expect((await world.purchase(ref))?.status).toBe('success');

    const bola = await newOperator(ownerDb);
    const decision = { id: refund.approval, approve: true, note: null };
    expect(await decideApproval(dashboardDb, bola, decision)).toMatchObject({ kind: 'approved' });
    expect((await world.purchase(ref))?.status).toBe('refunded');
    await eventually(
      () => eventsOf(world.receiver, ref),
      (events) => events.includes('airtime.purchase.failed failed'),
    );
    await world.verifyBooks();
  });

  // this test must be the last: it reads the logs of all tests above
  test('no log line is about a missing right', () => {
    const complaints = [...world.apis, ...world.workers].flatMap(({ lines }) =>
      lines.filter((line) => FORBIDDEN.test(line)),
    );
    expect(complaints).toEqual([]);
  });
});

/** Syncs the data plans, as the role of `ops`. */
async function sync(): Promise<void> {
  const ops = operators({
    DATABASE_URL: asOps.url,
    VTPASS_BASE_URL: `${world.sandbox.url}/api`,
    ...sandboxKeys(),
  });
  await ops('catalogue', 'sync');
}

async function expectSignedWebhook(): Promise<void> {
  const ref = randomUUID();
  expect((await world.client.buyAirtime({ ref })).status).toBe(200);
  const [webhook] = await eventually(
    () => webhooksOf(world.receiver, ref),
    ({ length }) => length > 0,
  );
  if (webhook !== undefined) expectSigned(webhook, world.account.apiKey);
}
