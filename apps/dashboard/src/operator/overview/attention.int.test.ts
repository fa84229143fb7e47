import type { CatalogueSource } from '@topup/core/catalogue';
import { newId } from '@topup/core/shared';
import { insertVerification } from '@topup/core/wallet';
import type { Attention } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';
import { delivered, meter, unknown } from '../../testing/seller';

const monnify: CatalogueSource = {
  name: 'monnify',
  dataServices: [],
  variations: async () => ({ kind: 'found' as const, value: [] }),
};
const { world, get, pages } = openOperatorWorld({ others: [monnify] });

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const repeat = <T>(times: number, make: (n: number) => T): T[] => Array.from({ length: times }, (_, n) => make(n));

type Kind = Attention['kind'];
let items: Attention[];
const of = <K extends Kind>(kind: K) => items.filter((item) => item.kind === kind) as Extract<Attention, { kind: K }>[];
const theOne = <K extends Kind>(kind: K) => {
  const [item, ...others] = of(kind);
  if (item === undefined || others.length > 0) throw new Error(`${others.length + 1} lines of ${kind}`);
  return item;
};
const rows = async (path: string) => (await pages(path)).rows;
const sqlCount = async (query: string) =>
  (await world().db.$queryRawUnsafe<[{ n: number }]>(`SELECT count(*)::integer AS n FROM ${query}`))[0].n;

/** Each trouble once or twice, and beside each something like it that is none. */
beforeAll(async () => {
  const { db, provider } = world();
  const shop = await world().account();
  provider.balance = () => ({ kind: 'found', value: 100n });
  provider.otherBalance = () => ({ kind: 'unavailable', reason: 'HTTP 503' });
  await db.providerFloat.create({ data: { provider: 'vtpass', balanceKobo: 100n, alertKobo: 5_000_000n } });
  const seenAt = new Date(Date.now() + 10 * MINUTE_MS);
  const open = { provider: 'vtpass', reason: 'unreachable', state: 'open', since: new Date(), seenAt };
  await db.providerBreaker.createMany({
    data: [
      { process: 'worker@x:1', breaker: 'mtn', ...open },
      { process: 'worker@x:1', breaker: 'glo', ...open, reason: 'failing' },
      { process: 'worker@gone:1', breaker: 'dstv', ...open, seenAt: ago(1) },
    ],
  });
  await db.providerSwitch.create({
    data: { provider: 'monnify', breaker: 'provider', reason: 'ticket 9', closedBy: OPERATOR },
  });

  await plantPurchases(shop.id);
  const plans = { network: 'MTN', planName: '1 GB', validity: '1 day', providerService: 'mtn-data', costKobo: 10_000n };
  const plan = (name: string, costSeenAt: Date, planId: string | null = name) =>
    db.dataPlan.create({ data: { ...plans, planId, name, providerCode: name, costSeenAt } });
  const stale = await plan('stale', ago(25 * 60));
  await plan('withdrawn', ago(25 * 60), null);
  const risen = await plan('risen', ago(7 * 60));
  const facts = { price: '110.00', cost: '960.00' };
  const byPrice = { clearedHow: 'price' };
  await db.planStop.createMany({
    data: [
      { dataPlanId: risen.id, reason: 'sold_below_cost', facts },
      { dataPlanId: stale.id, reason: 'loss_cap', facts },
      { dataPlanId: stale.id, reason: 'sold_below_cost', facts, clearedAt: new Date(), ...byPrice },
    ],
  });

  const event = { accountId: shop.id, event: 'data.purchase.success', status: 'success', details: 'x' };
  await db.webhookEvent.createMany({
    data: repeat(10, () => ({ ...event, askedBy: 'a test', state: 'undelivered', finishedAt: ago(1) })),
  });
  const finding = { id: 'wallet', title: 'Wallet and ledger', count: 1, rows: [] };
  const check = { startedBy: 'ops', startedAt: ago(1_700), finishedAt: ago(1_680) };
  await db.booksCheck.create({ data: { id: newId(), ...check, sound: false, totals: {}, findings: [finding] } });
  await insertVerification(db, 'ops', 1_000, { fault: 'interrupted' });
  const payload = { account_id: shop.id, amount_kobo: '1000', reference: 'bank-1' };
  const approval = { kind: 'fund', payload, note: 'seen on the statement', requestedBy: 'ops' };
  await db.approval.createMany({
    data: [approval, { ...approval, expiresAt: ago(1) }, { ...approval, state: 'cancelled', decidedAt: new Date() }],
  });
  items = (await get('/overview').expect(200)).body.attention;
});

const BAD = ['failed', 'success'] as const;

/** A product that fails at VTpass as it never did, one that is as bad as ever, open purchases, and one under review. */
async function plantPurchases(accountId: string): Promise<void> {
  const { db } = world();
  const airtime = { accountId, product: 'AIRTIME' as const, service: 'mtn', code: null };
  await insertSold(db, [
    ...repeat(120, (n) => ({ ...airtime, at: ago(180 + n) })),
    ...repeat(20, (n) => ({ ...airtime, at: ago(10 + n) })),
    ...repeat(12, (n) => ({ ...airtime, at: ago(10 + n), status: 'failed' as const })),
    ...repeat(120, (n) => ({ accountId, at: ago(180 + n), status: BAD[n % 2] ?? BAD[0] })),
    ...repeat(30, (n) => ({ accountId, at: ago(10 + n), status: BAD[n % 2] ?? BAD[0] })),
  ]);
  const { id: moved } = await db.purchase.findFirstOrThrow({
    where: { productType: 'AIRTIME', createdAt: { gt: ago(60) } },
  });
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`
      UPDATE purchase SET provider = 'reloadly', attempt = 2, status = 'success' WHERE id = ${moved}::uuid`,
  ]);
  const attempt = {
    providerOrder: {},
    providerRef: 'v-1',
    sends: 1,
    sentAt: ago(10),
    outcome: 'refused',
    evidence: {},
  };
  await db.closedAttempt.create({ data: { purchaseId: moved, number: 1, provider: 'vtpass', ...attempt } });

  const [old, young] = [await world().buy(accountId), await world().buy(accountId)];
  for (const [reference, minutes] of [
    [old, 16],
    [young, 14],
  ] as const)
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE purchase SET created_at = ${ago(minutes)} WHERE request_ref = ${reference}`,
    ]);
  const light = await world().buy(accountId, 'ELECTRICITY');
  await world().send(light, { ...delivered, goods: meter, mismatch: 'for another meter' });
  await world().send(await world().buy(accountId), unknown); // one order of 60 without an answer needs nobody
  const answered = { state: 'confirmed', answeredAt: new Date(), answer: 'seen' };
  const { id: purchaseId } = await world().stored(light);
  for (const [reference, naira] of [
    ['credited', 1],
    ['too-large', 5_000],
  ] as const)
    await db.$executeRaw`
      SELECT record_collection('monnify', ${reference}, ${accountId}::uuid, ${naira * 100}::bigint, NULL, 'paid', '', '',
                               '', 100000)`;
  await db.claim.createMany({
    data: [
      { purchaseId, accountId, note: 'no light' },
      { purchaseId: moved, accountId, note: 'no airtime', ...answered },
    ],
  });
}

describe('a person overlooks what waits for them, or follows a line to other rows', () => {
  test('what is worst is first, and nothing is there that needs nobody', () => {
    const order = items.map(({ kind }) => kind);
    expect(order).toEqual([
      ...(['books_unsound', 'closed', 'closed', 'float_low', 'float_unknown', 'success_rate', 'review'] as const),
      ...([
        'claims',
        'transfers',
        'long_open',
        'sales_holds',
        'webhooks',
        'books_missed',
        'catalogue_missed',
        'stale_costs',
      ] as const),
      'approvals',
    ]);
  });

  test('floats and closed services lead to their provider, with as many rows', async () => {
    expect(of('float_low')).toEqual([{ kind: 'float_low', provider: 'vtpass', amount: '1.00' }]);
    expect(of('float_unknown')).toEqual([{ kind: 'float_unknown', provider: 'monnify' }]);
    expect(of('closed')).toEqual([
      { kind: 'closed', provider: 'monnify', count: 1, whole: true },
      { kind: 'closed', provider: 'vtpass', count: 2, whole: false },
    ]);
    for (const { provider, count } of of('closed')) {
      const { body } = await get(`/provider?provider=${provider}`).expect(200);
      expect(body.providers.map(({ name }: { name: string }) => name)).toEqual([provider]);
      expect(body.breakers).toHaveLength(count);
      expect(body.breakers.every((row: { provider: string }) => row.provider === provider)).toBe(true);
    }
    const reported = `provider_breaker WHERE provider = 'vtpass' AND seen_at > now() - interval '15 seconds'`;
    expect(await sqlCount(reported)).toBe(2);
  });

  test('a success rate below its usual leads to the attempts that failed there', async () => {
    const item = theOne('success_rate');
    const { from, to } = item;
    expect(item).toMatchObject({ provider: 'vtpass', product: 'AIRTIME', usual: 1 });
    const listed = await rows(`/purchases?product=AIRTIME&failedAt=vtpass&from=${from}&to=${to}`);
    const failed = await sqlCount(
      `attempt t JOIN purchase p ON p.id = t.purchase_id
        WHERE p.product_type = 'AIRTIME' AND p.created_at >= '${from}' AND p.created_at < '${to}'
          AND t.provider = 'vtpass' AND t.sends = 1 AND (t.number < p.attempt OR p.status IN ('failed', 'refunded'))`,
    );
    expect([item.failed, listed.length]).toEqual([failed, failed]);
    expect(failed).toBeGreaterThanOrEqual(12);
    expect(item.rate).toBeCloseTo((32 - failed) / 32);
  });

  test('purchases that wait lead to exactly these', async () => {
    expect([theOne('review').count, (await rows('/purchases?review=true')).length]).toEqual([1, 1]);
    expect(await sqlCount('purchase WHERE needs_review')).toBe(1);
    expect([theOne('claims').count, (await rows('/claims?state=open')).length]).toEqual([1, 1]);
    expect([theOne('transfers').count, (await rows('/collections/transfers?state=open')).length]).toEqual([1, 1]);
    const long = theOne('long_open');
    const listed = await rows(`/purchases?status=open&olderThanMinutes=${long.minutes}`);
    expect([long, listed.length]).toEqual([{ kind: 'long_open', count: 1, minutes: 15 }, 1]);
    expect(await sqlCount(`purchase WHERE final_at IS NULL AND created_at < now() - interval '15 minutes'`)).toBe(1);
    for (const wrong of ['olderThanMinutes=0', 'olderThanMinutes=x', 'from=yesterday', 'status=odd'])
      await get(`/purchases?${wrong}`).expect(400);
  });

  test('plans lead to their holds and their stale costs', async () => {
    const holds = (await get('/catalogue/holds').expect(200)).body;
    expect([theOne('sales_holds').count, holds.length]).toEqual([2, 2]);
    expect(await sqlCount('plan_stop WHERE cleared_at IS NULL')).toBe(2);
    const stale = (await get('/catalogue?tier=standard&stale=true').expect(200)).body;
    expect([theOne('stale_costs').count, stale.map(({ name }: { name: string }) => name)]).toEqual([1, ['stale']]);
    const { since } = theOne('catalogue_missed');
    const [newest] = await world().db.dataPlan.findMany({ orderBy: { costSeenAt: 'desc' }, take: 1 });
    expect(since).toBe(newest?.costSeenAt?.toISOString());
  });

  test('accounts whose webhook fails, unsound books and approvals lead to their own', async () => {
    expect([theOne('webhooks').count, (await rows('/accounts?webhook=failing')).length]).toEqual([1, 1]);
    const { check } = theOne('books_unsound');
    expect((await get(`/books/${check}`).expect(200)).body).toMatchObject({ sound: false, broken: ['wallet'] });
    expect(Date.now() - Date.parse(String(theOne('books_missed').since))).toBeGreaterThan(26 * 60 * MINUTE_MS);
    expect([theOne('approvals').count, (await rows('/approvals?state=open')).length]).toEqual([1, 1]);
    expect(await sqlCount(`approval WHERE state = 'requested' AND expires_at > now()`)).toBe(1);
  });
});
