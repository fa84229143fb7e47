import { setWebhookUrl } from '@topup/core/account';
import { listPlans } from '@topup/core/catalogue';
import { decidePurchase, findPurchase, type Order } from '@topup/core/purchase';
import { readPurchaseRecord } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { LedgerRow, Overview, Page, Products, Transaction, TransactionRow } from '@topup/dashboard-contract';
import request from 'supertest';
import { type AccountWorld, accountWorld, rejected } from '../testing/account-world';
import { delivered, unknown } from '../testing/seller';

let world: AccountWorld;

beforeAll(async () => {
  world = await accountWorld();
});
afterAll(() => world.close());

const get = (as: string, path: string) => request(world.app).get(`/api${path}`).set('as', as);

async function read<T>(as: string, path: string): Promise<T> {
  const { status, body } = await get(as, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const electricity: Partial<Order> = {
  productType: 'ELECTRICITY',
  amountKobo: 100_000n,
  recipient: '1111111111111',
  details: { disco: 'ikeja-electric', meter_number: '1111111111111' },
  description: 'ikeja-electric prepaid electricity of NGN 1000.00 for meter 1111111111111',
  providerOrder: {
    serviceId: 'ikeja-electric',
    variationCode: 'prepaid',
    subscriptionType: null,
    contactPhone: '08030000001',
  },
};
const meter = {
  token: '12345678901234567890',
  bonusToken: null,
  units: '79.9',
  customerName: 'ADA OBI',
  address: '1 Marina, Lagos',
};
const vended = { ...delivered, meter };

describe('whose data it is', () => {
  let own: string;
  let other: string;
  let reference: string;
  beforeAll(async () => {
    [own, other] = [await world.account(), await world.account(777n)];
    reference = await world.sell(own, {}, delivered);
  });

  test.each(['/overview', '/transactions', '/transactions.csv', '/wallet', '/wallet/entries', '/wallet/entries.csv'])(
    'an account sees another’s: %s has none of it, nor is it for operators and strangers',
    async (path) => {
      const [mine, theirs] = [(await get(own, path)).text, (await get(other, path)).text];
      expect(theirs).not.toContain(reference);
      expect(theirs).not.toContain(formatNaira(await getWalletBalance(world.db, own)));
      if (path !== '/wallet') expect(mine).toContain(reference);
      expect(mine).not.toBe(theirs);
      expect((await get('operator', path)).body).toMatchObject({ code: 'no_account' });
      expect((await request(world.app).get(`/api${path}`)).status).toBe(401);
    },
  );

  test('whether a reference is used tells of another’s business: one of theirs is answered like one that nobody has used', async () => {
    const [theirs, nobodys] = [
      await get(other, `/transactions/${reference}`),
      await get(other, '/transactions/nobody-has-this'),
    ];
    expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
    expect(theirs.body).toEqual({ status: 'error', code: 'not_found', message: 'There is no such transaction.' });
    for (const strange of ['%00', '%0A', 'x'.repeat(200)])
      expect((await get(other, `/transactions/${strange}`)).status).toBe(404);
    expect((await get(other, `/transactions?search=${reference}`)).body).toEqual({ rows: [], next: null });
    expect((await get('operator', `/transactions/${reference}`)).status).toBe(403);
    expect((await get('operator', '/products')).status).toBe(403);
  });

  test('a cursor opens another’s list: it is a place in one’s own', async () => {
    await world.sell(own, {}, delivered);
    const { next } = await read<Page<TransactionRow>>(own, '/transactions?limit=1');
    expect((await read<Page<TransactionRow>>(other, `/transactions?cursor=${next}`)).rows).toEqual([]);
  });
});

describe('transactions', () => {
  test('the dashboard tells another story than the public API: status, money and words are those of the purchase', async () => {
    const account = await world.account();
    for (const outcome of [delivered, rejected, unknown, undefined]) {
      const reference = await world.sell(account, {}, outcome);
      const [purchase, told] = [
        await findPurchase(world.db, reference),
        await read<Transaction>(account, `/transactions/${reference}`),
      ];
      expect(told).toMatchObject({
        reference,
        product: purchase?.productType,
        status: purchase?.status,
        amount: '100.00',
        recipient: purchase?.recipient,
        description: 'MTN airtime',
        message: purchase?.message,
        details: purchase?.details,
        createdAt: purchase?.createdAt.toISOString(),
        finalAt: purchase?.finalAt?.toISOString() ?? null,
        balanceBefore: formatNaira(purchase?.balances?.before ?? -1n),
        balanceAfter: formatNaira(purchase?.balances?.after ?? -1n),
        refundedAmount: outcome === rejected ? '100.00' : null,
      });
      const { rows } = await read<Page<TransactionRow>>(account, `/transactions?search=${reference}`);
      expect(rows).toEqual([expect.objectContaining({ reference, status: told.status, amount: told.amount })]);
    }
    const refs = (await read<Page<TransactionRow>>(account, '/transactions')).rows.map(({ reference }) => reference);
    expect(refs).toHaveLength(4);
  });

  test('paging leaves purchases out: the pages together are the list', async () => {
    const account = await world.account();
    const sold: string[] = [];
    for (let n = 0; n < 5; n++)
      sold.push(await world.sell(account, { recipient: `0803000000${n % 2}` }, n === 3 ? rejected : delivered));
    const told: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<TransactionRow> = await read(account, `/transactions?limit=2&cursor=${cursor}`);
      told.push(...page.rows.map(({ reference }) => reference));
      cursor = page.next;
    }
    expect(told).toEqual(sold.toReversed());
    const count = async (query: string) =>
      (await read<Page<TransactionRow>>(account, `/transactions?${query}`)).rows.length;
    expect(await count('product=AIRTIME')).toBe(5);
    expect(await count('product=DATA')).toBe(0);
    expect(await count('status=failed')).toBe(1);
    expect(await count('search=08030000001')).toBe(2);
    expect(await count('search=%2B234 803 000 0001')).toBe(2);
    expect(await count('search=08030000001&status=failed')).toBe(1);
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    expect(await count(`from=${today}&to=${today}`)).toBe(5);
    expect(await count('to=2026-01-01')).toBe(0);
    expect(await count(`from=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toBe(0);
  });

  test.each([
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from('1.00000000-0000-0000-0000-00000000000g').toString('base64url')}`, 'cursor'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-11-22T10:00:00', 'from'],
    ['status=lost', 'status'],
    ['product=LOANS', 'product'],
    ['limit=101', 'limit'],
    ['search=%00', 'search'],
    ['search=a&search=b', 'search'],
  ])('a wrong filter shows everything: %s is refused, and named', async (query, field) => {
    const { status, body } = await get(await world.account(), `/transactions?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('the client cannot see what became of a purchase: the timeline tells it in order, and not the provider’s codes', async () => {
    const account = await world.account();
    await setWebhookUrl(world.db, account, 'https://shop.example/hooks');
    const kindsOf = async (reference: string) =>
      (await read<Transaction>(account, `/transactions/${reference}`)).timeline.map(({ kind }) => kind);
    expect(await kindsOf(await world.sell(account, {}))).toEqual(['accepted']);
    expect(await kindsOf(await world.sell(account, {}, delivered))).toEqual([
      'accepted',
      'sent',
      'answered',
      'settled',
      'event',
    ]);
    const failed = await world.sell(account, {}, rejected, 'pending');
    expect(await kindsOf(failed)).toEqual([
      'accepted',
      'pending',
      'event',
      'sent',
      'answered',
      'settled',
      'refunded',
      'event',
    ]);

    const { timeline } = await read<Transaction>(account, `/transactions/${failed}`);
    const record = await readPurchaseRecord(world.db, failed);
    const amounts = timeline.flatMap((entry) =>
      'amount' in entry && entry.amount !== undefined ? [entry.amount] : [],
    );
    expect(amounts).toEqual(record?.entries.map(({ amountKobo }) => formatNaira(amountKobo)));
    const events = timeline.flatMap((entry) => (entry.kind === 'event' ? [entry.delivery] : []));
    expect(events).toMatchObject([
      { event: 'airtime.purchase.pending', state: 'queued', reference: failed },
      { event: 'airtime.purchase.failed', state: 'queued', reference: failed },
    ]);
    const text = (await get(account, `/transactions/${failed}`)).text;
    expect(record?.purchase.cause).toContain('016');
    const { message, details, result } = JSON.parse(text) as Transaction;
    const words = [message, details, result, timeline.map((entry) => entry.text)];
    expect(JSON.stringify(words)).not.toContain('016'); // ids and times may hold it by chance
    expect(text).not.toContain('vtpass');
    expect(text).not.toContain(record?.purchase.providerRef ?? '?');
  });

  test('what our staff noted about a customer is told to the client: the timeline says that they looked into it', async () => {
    const account = await world.account();
    const reference = await world.sell(account, {}, unknown);
    expect(await decidePurchase(world.db, reference, 'refund', { note: 'Ada of the provider said so' })).toMatchObject({
      kind: 'settled',
    });
    const { text, body } = await get(account, `/transactions/${reference}`);
    expect((body as Transaction).timeline.map(({ text: words }) => words)).toEqual([
      'Accepted, and paid from the wallet.',
      'Sent to the provider.',
      'Failed. Our staff looked into it.',
      'Paid back into the wallet.',
    ]);
    expect(text).not.toContain('Ada');
    expect(text).not.toContain('hang up');
  });

  test('a customer stands without light: the token is on the page, and the purchase of another product has no such thing', async () => {
    const account = await world.account();
    const { result } = await read<Transaction>(
      account,
      `/transactions/${await world.sell(account, electricity, vended)}`,
    );
    expect(result).toEqual({
      token: meter.token,
      units: meter.units,
      customer_name: meter.customerName,
      address: meter.address,
    });
    expect(
      (await read<Transaction>(account, `/transactions/${await world.sell(account, {}, delivered)}`)).result,
    ).toEqual({});
  });

  test('a file of purchases has other rows than the list, or a formula in it', async () => {
    const account = await world.account();
    const evil = `=HYPERLINK("http://x.example","${account.slice(0, 8)}")`.slice(0, 50);
    await world.sell(account, { requestRef: evil }, delivered);
    const plain = await world.sell(account, {}, rejected);
    const { text, headers } = await get(account, '/transactions.csv');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/);
    const [title, youngest, oldest, end] = text.split('\r\n');
    expect(title).toBe('reference,product,status,amount,recipient,description,message,created_at,final_at');
    expect(youngest).toMatch(new RegExp(`^${plain},AIRTIME,failed,100.00,08030000001,`));
    expect(oldest?.startsWith(`"'${evil.replaceAll('"', '""')}",AIRTIME,success,100.00,`)).toBe(true);
    expect(end).toBe('');
    expect((await get(account, '/transactions.csv?status=failed')).text.trim().split('\r\n')).toHaveLength(2);
    expect((await get(account, '/transactions.csv?status=lost')).status).toBe(400);
  });
});

describe('wallet', () => {
  test('the ledger does not explain the balance: its sum is the balance, and each line goes on from the one below', async () => {
    const account = await world.account(1_000_000n);
    for (const outcome of [delivered, rejected, undefined]) await world.sell(account, {}, outcome);
    const { balance } = await read<{ balance: string }>(account, '/wallet');
    expect(balance).toBe(formatNaira(await getWalletBalance(world.db, account)));
    const rows: LedgerRow[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<LedgerRow> = await read(account, `/wallet/entries?limit=2&cursor=${cursor}`);
      rows.push(...page.rows);
      cursor = page.next;
    }
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['debit', '-100.00'],
      ['refund', '100.00'],
      ['debit', '-100.00'],
      ['debit', '-100.00'],
      ['funding', '10000.00'],
    ]);
    expect(rows[0]?.balanceAfter).toBe(balance);
    for (const [place, row] of rows.entries()) expect(row.balanceBefore).toBe(rows[place + 1]?.balanceAfter ?? '0.00');
    expect(rows.at(-1)).toMatchObject({ reference: 'opening', purchaseReference: null });
    expect(rows[0]?.purchaseReference).toBe(rows[0]?.reference);
    expect((await read<Page<LedgerRow>>(account, '/wallet/entries?kind=refund')).rows).toEqual([rows[1]]);

    const { text, headers } = await get(account, '/wallet/entries.csv?kind=debit');
    expect(headers['content-disposition']).toMatch(/filename="wallet-/);
    const debits = rows.filter(({ kind }) => kind === 'debit');
    expect(text.trim().split('\r\n').slice(1)).toEqual(
      debits.map((row) =>
        [row.id, row.kind, row.amount, row.balanceBefore, row.balanceAfter, row.reference, row.createdAt].join(),
      ),
    );
    expect((await get(account, '/wallet/entries?cursor=x')).body.code).toBe('invalid_cursor');
    expect((await get(account, '/wallet/entries?kind=gift')).body.fields).toHaveProperty('kind');
  });
});

describe('overview', () => {
  test('the figures at the top are not those of the ledger', async () => {
    const account = await world.account();
    for (const outcome of [delivered, delivered, delivered, rejected, unknown, undefined])
      await world.sell(account, {}, outcome);
    await world.sell(account, electricity, vended);
    const told = await read<Overview>(account, '/overview');
    const entries = await world.db.ledgerEntry.findMany({ where: { accountId: account } });
    const refunded = entries
      .filter(({ kind }) => kind === 'refund')
      .reduce((all, { amountKobo }) => all + amountKobo, 0n);
    expect(told).toMatchObject({
      balance: formatNaira(entries.reduce((all, { amountKobo }) => all + amountKobo, 0n)),
      today: { purchases: 7, volume: '1300.00', successRate: 4 / 5, refunded: formatNaira(refunded) },
      pending: 2,
      range: '24h',
      setUp: { hasKey: false, hasWebhook: false, hasPurchase: true },
    });
    expect(told.recent).toEqual((await read<Page<TransactionRow>>(account, '/transactions')).rows);
    expect(told.points.at(-1)).toMatchObject({
      byProduct: {
        AIRTIME: { count: 3, volume: '300.00' },
        ELECTRICITY: { count: 1, volume: '1000.00' },
        DATA: { count: 0, volume: '0.00' },
      },
      byStatus: { initiated: 2, pending: 0, success: 4, failed: 1, refunded: 0 },
    });
  });

  test.each([
    ['24h', 24, 3_600_000],
    ['7d', 7, 86_400_000],
    ['30d', 30, 86_400_000],
  ])('a plot has holes where nothing was sold: %s are %i points', async (range, count, stepMs) => {
    const { points, today } = await read<Overview>(await world.account(), `/overview?range=${range}`);
    expect(points).toHaveLength(count);
    const times = points.map(({ at }) => Date.parse(at));
    expect(new Set(times.slice(1).map((time, place) => time - (times[place] ?? 0)))).toEqual(new Set([stepMs]));
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
    if (stepMs > 3_600_000) expect(points.every(({ at }) => at.endsWith('T23:00:00.000Z'))).toBe(true); // midnight in Lagos
    expect(today).toEqual({ purchases: 0, volume: '0.00', successRate: null, refunded: '0.00' });
  });

  test('pages that ask all the time have everything summed again, or old sums stay for ever', async () => {
    const account = await world.account();
    const purchases = async () => (await read<Overview>(account, '/overview?range=30d')).today.purchases;
    expect(await purchases()).toBe(0);
    await world.sell(account, {}, delivered);
    expect(await purchases()).toBe(0);
    world.ahead.ms += 5_001;
    expect(await purchases()).toBe(1);
  });

  test('an unknown range is answered with another', async () => {
    expect((await get(await world.account(), '/overview?range=1y')).body.fields).toHaveProperty('range');
  });
});

describe('products', () => {
  test('an account is shown other prices than it pays, or none because the provider does not answer', async () => {
    const account = await world.account();
    await world.db.dataPlan.create({
      data: {
        planId: 'mtn-1',
        network: 'MTN',
        name: 'MTN 1 GB',
        planName: '1 GB',
        validity: '30 days',
        providerService: 'mtn-data',
        providerCode: 'x',
        costKobo: 10_000n,
      },
    });
    await world.db.dataPlan.create({
      data: { network: 'GLO', name: 'GLO 1 GB', planName: '1 GB', validity: '30 days', costKobo: 20_000n },
    });
    world.packages.answer = { kind: 'unavailable', reason: 'no answer' };
    const without = await read<Products>(account, '/products');
    expect(without).toMatchObject({ tier: 'standard', cable: [], cableKnown: false });
    const plans = await listPlans(world.db, account);
    expect(without.data.map(({ planId, price }) => [planId, price])).toEqual(
      plans.map(({ planId, priceKobo }) => [planId, formatNaira(priceKobo)]),
    );
    expect(without.data).toContainEqual({
      planId: 'mtn-1',
      network: 'MTN',
      name: 'MTN 1 GB',
      validity: '30 days',
      price: '110.00',
      forSale: true,
    });
    expect(without.data).toContainEqual(expect.objectContaining({ network: 'GLO', planId: null, forSale: false }));
    expect(without.airtime).toContainEqual({ network: 'mtn', min: '10.00', max: '50000.00' });
    expect(without.electricity).toContainEqual({ disco: 'ikeja-electric', min: '1000.00', max: '500000.00' });

    world.packages.answer = { kind: 'found', value: [{ code: 'padi', name: 'Padi', priceKobo: 440_000n }] };
    const { cable, cableKnown } = await read<Products>(account, '/products');
    expect(cableKnown).toBe(true);
    expect(cable).toContainEqual({ product: 'dstv', code: 'padi', name: 'Padi', price: '4400.00' });
    expect(cable).toHaveLength(3);
  });
});
