import { setWebhookUrl } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { NO_ORIGIN } from '@topup/core/audit';
import { requestApproval } from '@topup/core/operator-guard';
import type { SendOutcome } from '@topup/core/provider';
import { type Db, formatNaira, newId } from '@topup/core/shared';
import type { UserRole } from '@topup/core/user';
import { createWebhookSecret, insertResendRequest } from '@topup/core/webhook';
import type { SignedIn } from '../auth/signed-in';
import type { OperatorWorld } from './operator-world';
import { delivered, unknown } from './seller';
import { enrolFactor, enrolOldFactor, proveFactor, signedInUser } from './signed-in-user';

export type Asked = { path: string; body?: object; cookie?: string };

/** A request that changes something. `ask` prepares what it changes, and says what to post. */
export type Write = {
  as: UserRole;
  evenSuspended?: true;
  /** How many entries of the audit log it makes; one unless stated. */
  records?: number;
  ask(me: SignedIn): Promise<Asked>;
};

/** Those that move money or trust: a user who has a second factor must have proved it in the last five minutes. */
export const FRESH_WRITES = [
  '/team',
  '/team/factor',
  '/team/:id/role',
  '/team/:id/remove',
  '/keys',
  '/keys/:id/limits',
  '/webhook',
  '/webhook/remove',
  '/webhook/secrets',
  '/webhook/secrets/rotate',
  '/buying/cap',
  '/buying/purchases',
  '/buying/batches/:id/confirm',
  '/buying/batches/:id/resume',
  '/operator/keys/:id/limits',
  '/operator/provider/close',
  '/operator/provider/open',
  '/operator/services/announce',
  '/operator/services/withdraw',
  '/operator/accounts/:id/tier',
  '/operator/accounts/:id/fund',
  '/operator/accounts/:id/adjust',
  '/operator/approvals/:id/approve',
  '/operator/approvals/:id/decline',
  '/operator/limits',
  '/operator/operators',
  '/operator/operators/:id/link',
  '/operator/operators/:id/factor-reset',
  '/operator/operators/:id/disable',
  '/operator/accounts/:id/users',
  '/operator/users/:id/link',
  '/operator/users/:id/disable',
  '/operator/purchases/:reference/settle',
  '/operator/tiers',
  '/operator/catalogue/withdraw',
  '/operator/catalogue/restore',
  '/operator/catalogue/resume',
  '/operator/routing/versions',
  '/operator/routing/activate',
  ...['confirm', 'reject', 'accept', 'make'].map((verb) => `/operator/mappings/${verb}`),
  '/operator/prices',
  '/operator/prices/clear',
  '/operator/discounts',
  '/operator/discounts/remove',
  '/wallet/funding-account',
  ...['transfers/:id/confirm', 'transfers/:id/dismiss', 'confirm-matched', 'rule'].map(
    (path) => `/operator/collections/${path}`,
  ),
];

const PHONE = '08030000001';
const masterKey = Buffer.alloc(32, 7);
const TEST_MODE = 'topup-mode=test';
const READ_ONLY = { scope: 'read', expiresAt: null, allowedCidrs: '', dailyLimit: null };

/** One request for each POST route of the dashboard below /api, by its path. */
export function dashboardWrites(world: () => OperatorWorld): Record<string, Write> {
  const db = (): Db => world().db;

  const mail = () => `${newId()}@example.com`;
  const client = async () => (await world().account()).id;
  const userOf = async (role: UserRole) =>
    signedInUser(db(), { role, accountId: role === 'operator' ? null : await client() });
  const user = async () => (await userOf('owner')).userId;
  const operator = async () => (await userOf('operator')).userId;

  /** A funding above the limit that an operator has asked for. */
  async function requestOf({ userId, email, sessionId }: SignedIn): Promise<string> {
    const actor = { kind: 'user', userId, email, sessionId, role: 'operator', accountId: null } as const;
    const step = { kind: 'fund', accountId: await client(), amountKobo: 150_000_000n, reference: newId() } as const;
    const asked = await requestApproval(db(), { actor, origin: NO_ORIGIN }, step, 'seen at the bank');
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    return asked.id;
  }

  /** A request of somebody else's, on which this operator can decide. */
  async function othersRequest(me: SignedIn): Promise<string> {
    if (await enrolOldFactor(db(), me)) await proveFactor(db(), me, 1_000);
    return requestOf(await userOf('operator'));
  }

  const colleague = ({ accountId }: SignedIn) => signedInUser(db(), { role: 'viewer', accountId });
  async function secret({ accountId }: SignedIn): Promise<string> {
    const made = await createWebhookSecret({ db: db(), masterKey }, accountId ?? '');
    return made.kind === 'created' ? made.id : '';
  }

  const key = async ({ accountId }: SignedIn) => (await createKey({ db: db(), masterKey }, accountId ?? '', 'key')).id;

  /** Of a purchase with this reference, or a test event; with a URL and a key. */
  async function failedDelivery(me: SignedIn, reference: string | null = null): Promise<string> {
    await setWebhookUrl(db(), me.accountId ?? '', 'https://client.example/events');
    await key(me);
    const purchase = reference === null ? null : await db().purchase.findFirst({ where: { requestRef: reference } });
    const id = newId();
    await db().$executeRaw`
      INSERT INTO webhook_event (id, account_id, purchase_id, event, status, details, asked_by, state, claimed_at, finished_at)
      VALUES (${id}::uuid, ${me.accountId}::uuid, ${purchase?.id ?? null}::uuid, 'transaction.requery', 'success', 'test',
              ${purchase === null ? 'x' : null}, 'undelivered', now(), now())`;
    return id;
  }

  async function tier(): Promise<string> {
    return (await db().tier.create({ data: { name: newId().slice(0, 30), markupBps: 0 } })).name;
  }

  /** Airtime in a tier of its own. */
  const mtn = async () => ({ tier: await tier(), product: 'AIRTIME', service: 'mtn' });

  async function sentPurchase(accountId?: string, outcome: SendOutcome = unknown): Promise<string> {
    const reference = await world().buy(accountId ?? (await client()));
    await world().send(reference, outcome);
    return reference;
  }

  /** A delivered purchase that its client claims not to have received. */
  async function claimedPurchase(): Promise<string> {
    const reference = await sentPurchase(undefined, delivered);
    const { id: purchaseId, accountId } = await db().purchase.findFirstOrThrow({ where: { requestRef: reference } });
    await db().claim.create({ data: { purchaseId, accountId, note: 'nothing came' } });
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

  const providerProduct = (provider = newId(), productType = 'AIRTIME') =>
    db().providerProduct.create({ data: { provider, productType, code: newId(), name: 'MTN' }, select: { id: true } });

  /** A transfer to our bank that names an account, and waits. @returns its number */
  async function bankTransfer(): Promise<bigint> {
    const accountId = await client();
    const reference = newId();
    const told = {
      collector: 'bank',
      reference,
      key: reference,
      amountKobo: 50_000n,
      paidOn: '',
      payer: '',
      payerBank: '',
    };
    return (await db().collection.create({ data: { ...told, accountId, state: 'waiting', reason: 'bank_file' } })).id;
  }

  /** A proposal. */
  async function mapping(): Promise<number> {
    const pair = { provider: 'vtpass', productType: 'DATA', serviceId: 'mtn-data', variationCode: newId() };
    const { id: providerProductId } = await providerProduct('vtpass', 'DATA');
    const { id } = await db().productMapping.create({ data: { ...pair, providerProductId, status: 'proposed' } });
    return id;
  }

  /** Lets an owner buy: with a cap, and a second factor that was proved lately unless the test has one of its own. */
  async function mayBuy(me: SignedIn): Promise<void> {
    await db().$executeRaw`UPDATE account SET buying_cap_kobo = 100000000 WHERE id = ${me.accountId}::uuid`;
    if (await enrolOldFactor(db(), me)) await proveFactor(db(), me, 1_000);
  }

  /** A file of one row, which waits. */
  async function batch(me: SignedIn, state: 'draft' | 'running' | 'paused'): Promise<string> {
    await mayBuy(me);
    const id = newId();
    const [accountId, by] = [me.accountId ?? '', me.userId];
    const confirmed = state === 'draft' ? {} : { confirmedBy: by, confirmedAt: new Date() };
    const paused = state === 'paused' ? { pausedFor: 'person' } : {};
    const of = { id, accountId, code: id.slice(-8), source: 'file', fileName: 'a.csv', state, rows: 1, openedBy: by };
    await db().purchaseBatch.create({ data: { ...of, totalKobo: 10_000n, ...confirmed, ...paused } });
    const row = { batchId: id, n: 2, accountId, requestRef: newId(), productType: 'AIRTIME', amountKobo: 10_000n };
    const providerOrder = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: PHONE };
    const ordered = { productType: 'AIRTIME', amountKobo: '10000', recipient: PHONE, details: {}, providerOrder };
    await db().batchRow.create({
      data: { ...row, ordered: { ...ordered, description: 'x', requestRef: row.requestRef } },
    });
    return id;
  }

  return {
    '/sessions/revoke-others': {
      as: 'viewer',
      evenSuspended: true,
      ask: async (me) => {
        await signedInUser(db(), me);
        return { path: '/sessions/revoke-others' };
      },
    },
    '/sessions/:id/revoke': {
      as: 'viewer',
      evenSuspended: true,
      ask: async (me) => ({ path: `/sessions/${(await signedInUser(db(), me)).sessionId}/revoke` }),
    },
    '/team': {
      as: 'owner',
      ask: async () => ({ path: '/team', body: { name: 'New', email: mail(), role: 'viewer' } }),
    },
    '/team/factor': { as: 'owner', ask: async () => ({ path: '/team/factor', body: { required: true } }) },
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
    '/keys/:id/limits': {
      as: 'owner',
      ask: async (me) => ({ path: `/keys/${await key(me)}/limits`, body: READ_ONLY }),
    },
    '/keys/:id/revoke': {
      as: 'owner',
      evenSuspended: true,
      ask: async (me) => ({ path: `/keys/${await key(me)}/revoke` }),
    },
    '/test-key': { as: 'viewer', ask: async () => ({ path: '/test-key' }) },
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
      as: 'viewer',
      ask: async (me) => {
        await setWebhookUrl(db(), me.accountId ?? '', 'https://client.example/events');
        await key(me);
        return { path: '/webhook/test', body: { event: 'airtime.purchase.success' } };
      },
    },
    '/deliveries/:id/resend': {
      as: 'viewer',
      ask: async (me) => ({ path: `/deliveries/${await failedDelivery(me)}/resend` }),
    },
    '/webhook/resends': {
      as: 'viewer',
      ask: async (me) => {
        await failedDelivery(me, await sentPurchase());
        return { path: '/webhook/resends', body: { since: '2026-01-01T00:00:00Z' } };
      },
    },
    '/webhook/resends/:id/cancel': {
      as: 'viewer',
      ask: async (me) => {
        await failedDelivery(me, await sentPurchase());
        const asked = { accountId: me.accountId ?? '', askedBy: 'x', since: new Date(0) };
        const written = await insertResendRequest(db(), asked);
        if (written.kind !== 'written') throw new Error(written.kind);
        return { path: `/webhook/resends/${written.id}/cancel` };
      },
    },
    '/transactions/:reference/check': {
      as: 'viewer',
      ask: async ({ accountId }) => ({ path: `/transactions/${await sentPurchase(accountId ?? '')}/check` }),
    },
    '/transactions/:reference/claim': {
      as: 'viewer',
      ask: async ({ accountId }) => ({
        path: `/transactions/${await sentPurchase(accountId ?? '', delivered)}/claim`,
        body: { note: 'nothing came' },
      }),
    },
    '/buying/cap': { as: 'owner', ask: async () => ({ path: '/buying/cap', body: { cap: '5000' } }) },
    '/buying/purchases': {
      as: 'buyer',
      ask: async (me) => {
        await mayBuy(me);
        const order = { product: 'AIRTIME', service: 'mtn', phone: PHONE, amount: '100' };
        return { path: '/buying/purchases', body: { ...order, id: newId(), charge: '100.00' } };
      },
    },
    '/buying/files': {
      as: 'buyer',
      records: 0, // its confirmation is recorded
      ask: async (me) => {
        await mayBuy(me);
        const text = `product,network,phone,amount\nairtime,mtn,${PHONE},100\n`;
        return { path: '/buying/files', body: { id: newId(), name: 'a.csv', text } };
      },
    },
    '/buying/batches/:id/confirm': {
      as: 'buyer',
      ask: async (me) => ({ path: `/buying/batches/${await batch(me, 'draft')}/confirm`, body: { total: '100' } }),
    },
    '/buying/batches/:id/resume': {
      as: 'buyer',
      ask: async (me) => ({ path: `/buying/batches/${await batch(me, 'paused')}/resume` }),
    },
    '/buying/batches/:id/pause': {
      as: 'buyer',
      evenSuspended: true,
      ask: async (me) => ({ path: `/buying/batches/${await batch(me, 'running')}/pause` }),
    },
    '/buying/batches/:id/cancel': {
      as: 'buyer',
      evenSuspended: true,
      ask: async (me) => ({ path: `/buying/batches/${await batch(me, 'running')}/cancel` }),
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
    '/wallet/test-funds': {
      as: 'viewer',
      ask: async () => ({ path: '/wallet/test-funds', body: { amount: '5000' }, cookie: TEST_MODE }),
    },
    '/wallet/test-reset': {
      as: 'viewer',
      ask: async () => ({ path: '/wallet/test-reset', cookie: TEST_MODE }),
    },
    '/wallet/low-balance': {
      as: 'owner',
      ask: async () => ({ path: '/wallet/low-balance', body: { threshold: '5000' } }),
    },
    '/wallet/funding-account': {
      as: 'owner',
      ask: async () => ({ path: '/wallet/funding-account', body: { identity: 'bvn', number: '22212345678' } }),
    },
    '/settings/time-zone': {
      as: 'owner',
      ask: async () => ({ path: '/settings/time-zone', body: { timeZone: 'Europe/London' } }),
    },
    '/operator/approvals/:id/approve': {
      as: 'operator',
      records: 2, // the decision, and what it did
      ask: async (me) => ({ path: `/operator/approvals/${await othersRequest(me)}/approve` }),
    },
    '/operator/approvals/:id/decline': {
      as: 'operator',
      ask: async (me) => ({ path: `/operator/approvals/${await othersRequest(me)}/decline`, body: { note: 'no' } }),
    },
    '/operator/approvals/:id/cancel': {
      as: 'operator',
      ask: async (me) => ({ path: `/operator/approvals/${await requestOf(me)}/cancel` }),
    },
    ...forOperators({
      '/limits': async () => ({
        path: '/limits',
        body: { approvalLimit: '5000', dailyCap: `${100 + (await db().approval.count())}`, approvalNote: 'less' },
      }),
      '/operators': async () => ({ path: '/operators', body: { name: 'New', email: mail(), approvalNote: 'joins' } }),
      '/operators/:id/link': async () => ({
        path: `/operators/${await operator()}/link`,
        body: { approvalNote: 'lost it' },
      }),
      '/operators/:id/factor-reset': async () => {
        const them = await userOf('operator');
        await enrolFactor(db(), them);
        return { path: `/operators/${them.userId}/factor-reset`, body: { approvalNote: 'lost the phone' } };
      },
      '/operators/:id/disable': async () => ({
        path: `/operators/${await operator()}/disable`,
        body: { approvalNote: 'has left' },
      }),
      '/accounts/:id/low-balance': async () => ({
        path: `/accounts/${await client()}/low-balance`,
        body: { threshold: '5000' },
      }),
      '/accounts/:id/time-zone': async () => ({
        path: `/accounts/${await client()}/time-zone`,
        body: { timeZone: 'Europe/London' },
      }),
      '/accounts/:id/limits': async () => ({
        path: `/accounts/${await client()}/limits`,
        body: { purchases: '10', status: '10', lookups: '10', other: '10' },
      }),
      '/keys/:id/limits': async () => ({
        path: `/keys/${(await createKey({ db: db(), masterKey }, await client(), 'key')).id}/limits`,
        body: READ_ONLY,
      }),
      '/provider/close': async () => {
        await db().$executeRaw`DELETE FROM provider_switch WHERE breaker = 'startimes'`;
        return { path: '/provider/close', body: { provider: 'vtpass', service: 'startimes', reason: newId() } };
      },
      '/provider/open': async () => {
        await db().$executeRaw`
          INSERT INTO provider_switch (provider, breaker, reason, closed_by) VALUES ('vtpass', 'gotv', 'test', 'test')
          ON CONFLICT DO NOTHING`;
        return { path: '/provider/open', body: { provider: 'vtpass', service: 'gotv' } };
      },
      '/services/announce': async () => ({
        path: '/services/announce',
        body: { product: 'AIRTIME', service: 'mtn', message: newId(), until: '2100-01-01T00:00:00Z' },
      }),
      '/services/withdraw': async () => {
        await db().$executeRaw`
          INSERT INTO service_state (product_type, service, message, message_until)
          VALUES ('AIRTIME', 'glo', 'test', '2100-01-01')
          ON CONFLICT (product_type, service) DO UPDATE SET message = 'test', message_until = '2100-01-01'`;
        return { path: '/services/withdraw', body: { product: 'AIRTIME', service: 'glo' } };
      },
      '/accounts': async () => ({ path: '/accounts', body: { name: newId().slice(0, 30), tier: 'standard' } }),
      '/accounts/:id/status': async () => ({
        path: `/accounts/${await client()}/status`,
        body: { status: 'suspended' },
      }),
      '/accounts/:id/tier': async () => ({ path: `/accounts/${await client()}/tier`, body: { tier: await tier() } }),
      '/accounts/:id/fund': async () => ({
        path: `/accounts/${await client()}/fund`,
        body: { amount: '5000', reference: newId(), note: 'bank' },
      }),
      '/accounts/:id/adjust': async () => ({
        path: `/accounts/${await client()}/adjust`,
        body: { amount: '-50', reference: newId(), reason: 'paid twice' },
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
      '/purchases/:reference/claim/confirm': async () => ({
        path: `/purchases/${await claimedPurchase()}/claim/confirm`,
        body: { proof: 'MTN confirmed it' },
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
      '/catalogue/resume': async () => {
        const { id, planId } = await plan();
        await db().planStop.create({ data: { dataPlanId: id, reason: 'sold_below_cost' } });
        return { path: '/catalogue/resume', body: { planId } };
      },
      '/routing/versions': async () => ({
        path: '/routing/versions',
        body: { rules: 'AIRTIME: vtpass', note: 'ticket 7', activate: false },
      }),
      '/routing/activate': async () => {
        const version = (await db().routingVersion.count()) + 900; // others count from 1
        await db().routingVersion.create({ data: { number: version, note: 'x', createdBy: 'x' } });
        return { path: '/routing/activate', body: { version } };
      },
      '/mappings/confirm': async () => ({ path: '/mappings/confirm', body: { ids: [await mapping()] } }),
      '/mappings/reject': async () => ({ path: '/mappings/reject', body: { ids: [await mapping()] } }),
      '/mappings/accept': async () => {
        await mapping();
        return { path: '/mappings/accept' };
      },
      '/mappings/make': async () => ({
        path: '/mappings/make',
        body: { productId: (await providerProduct()).id, to: 'mtn' },
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
      '/discounts': async () => ({
        path: '/discounts',
        body: { ...(await mtn()), percent: '2.5', allowLoss: true },
      }),
      '/discounts/remove': async () => {
        const { tier: name, ...of } = await mtn();
        const { id: tierId } = await db().tier.findUniqueOrThrow({ where: { name } });
        const discount = { tierId, productType: of.product, service: of.service, bps: 250, costBps: 9_700 };
        await db().discount.create({ data: { ...discount, belowCostAllowed: false } });
        return { path: '/discounts/remove', body: { tier: name, ...of } };
      },
      '/books': async () => ({ path: '/books' }),
      '/collections/rule': async () => {
        const { collectorCapKobo } = await db().moneyRule.findFirstOrThrow();
        const cap = formatNaira(collectorCapKobo - 100n);
        return { path: '/collections/rule', body: { state: 'on', cap, note: 'less' } };
      },
      '/collections/transfers/:id/confirm': async () => ({
        path: `/collections/transfers/${await bankTransfer()}/confirm`,
        body: { note: 'seen' },
      }),
      '/collections/transfers/:id/dismiss': async () => ({
        path: `/collections/transfers/${await bankTransfer()}/dismiss`,
        body: { note: 'not ours' },
      }),
      '/collections/confirm-matched': async () => {
        await db().$executeRaw`SELECT dismiss_collection(id, 'of another test') FROM collection`;
        await bankTransfer();
        return { path: '/collections/confirm-matched', body: { count: 1, total: '500', note: 'seen' } };
      },
      '/collections/import': async () => {
        const { paymentReference } = await db().account.findUniqueOrThrow({ where: { id: await client() } });
        const text = `At,NGN,Text\n2026-10-01 09:00,5,${paymentReference} ${newId()}`;
        return { path: '/collections/import', body: { text, columns: { at: 'At', amount: 'NGN' }, zone: 'Z' } };
      },
      '/reconciliation/findings/:id/resolve': async () => {
        const of = { provider: 'monnify', day: new Date(), kind: 'missing_here', subject: newId(), differenceKobo: 5n };
        const { id } = await db().reconciliationFinding.create({ data: of });
        const body = { resolution: 'explained', note: 'asked them' };
        return { path: `/reconciliation/findings/${id}/resolve`, body };
      },
      '/reconciliation/close': async () => {
        const provider = newId();
        const [at, before] = ['2026-10-01T22:30:00Z', '2026-09-30T22:30:00Z'].map((text) => new Date(text));
        for (const each of [before ?? at, at])
          await db().balanceSnapshot.create({ data: { provider, at: each ?? '', balanceKobo: 5n, inFlightKobo: 0n } });
        return { path: '/reconciliation/close', body: { provider, day: '2026-10-01' } };
      },
      '/reconciliation/imports/:id/withdraw': async () => {
        const [since, until] = ['2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'].map((text) => new Date(text));
        const of = { provider: newId(), source: 'csv', since: since ?? '', until: until ?? '', rows: 0, added: 0 };
        const { id } = await db().statementPull.create({ data: of });
        return { path: `/reconciliation/imports/${id}/withdraw` };
      },
      '/reconciliation/import': async () => {
        const file = { provider: 'vtpass', text: 'At,NGN\n2026-10-01 09:00,5', columns: { at: 'At', amount: 'NGN' } };
        const range = { zone: 'Z', since: '2026-10-01', until: '2026-10-01' };
        return { path: '/reconciliation/import', body: { ...file, ...range } };
      },
    }),
  };
}

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
