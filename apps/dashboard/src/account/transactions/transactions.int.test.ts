import { setWebhookUrl } from '@topup/core/account';
import { createSettler, decidePurchase, findPurchase, verdictOfNeverSent } from '@topup/core/purchase';
import { readPurchaseRecord } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { Page, Transaction, TransactionRow } from '@topup/dashboard-contract';
import { AS_OPS } from '@topup/testkit';
import { electricity, openAccountWorld, rejected } from '../../testing/account-world';
import { delivered, floatEmpty, meter, unknown, vended } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

/** A purchase that nobody has sent in time. */
async function giveUp(account: string): Promise<string> {
  const reference = await world().sell(account, {});
  const purchase = await findPurchase(world().db, { accountId: account, requestRef: reference });
  if (purchase === null) throw new Error('it was accepted');
  await createSettler(world().db).settle(verdictOfNeverSent(purchase));
  return reference;
}

describe('a client who reads something else than what happened', () => {
  test('status, money and texts are those of the purchase, as in the public API', async () => {
    const account = await world().account();
    for (const outcome of [delivered, rejected, unknown, undefined]) {
      const reference = await world().sell(account, {}, outcome);
      const [purchase, shown] = [
        await findPurchase(world().db, { accountId: account, requestRef: reference }),
        await read<Transaction>(account, `/transactions/${reference}`),
      ];
      expect(shown).toMatchObject({
        reference,
        product: purchase?.productType,
        status: purchase?.status === 'initiated' ? 'pending' : purchase?.status,
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
        balanceAfterRefund: outcome === rejected ? formatNaira(purchase?.balances?.before ?? -1n) : null,
        failure:
          outcome === rejected
            ? {
                code: 'provider_rejected',
                why: 'The provider could not complete the order.',
                advice: 'Safe to try again with a new reference. If it fails again, check the number first.',
              }
            : null,
      });
      const { rows } = await read<Page<TransactionRow>>(account, `/transactions?search=${reference}`);
      expect(rows).toEqual([expect.objectContaining({ reference, status: shown.status, amount: shown.amount })]);
    }
    const refs = (await read<Page<TransactionRow>>(account, '/transactions')).rows.map(({ reference }) => reference);
    expect(refs).toHaveLength(4);
  });

  test('a purchase that went to several providers is one, and names none of them', async () => {
    const account = await world().account();
    await setWebhookUrl(world().db, account, 'https://client.example/hooks');
    for (const last of [delivered, floatEmpty]) {
      const answers = { vtpass: floatEmpty, monnify: floatEmpty, reloadly: last };
      const reference = await world().sellAlong(account, answers);
      const stored = await world().db.purchase.findFirstOrThrow({ where: { requestRef: reference } });
      expect(stored).toMatchObject({ attempt: 3, provider: 'reloadly' });
      const shown = await read<Transaction>(account, `/transactions/${reference}`);
      const { rows } = await read<Page<TransactionRow>>(account, `/transactions?search=${reference}`);
      const events = await world().db.webhookEvent.findMany({ where: { purchaseId: stored.id } });
      expect([rows.length, events.length]).toEqual([1, 1]);
      expect(shown.timeline.filter(({ kind }) => kind === 'sent')).toHaveLength(1);
      const told = JSON.stringify([shown, rows, events], (_key, value) => (typeof value === 'bigint' ? null : value));
      expect(told).not.toMatch(/vtpass|monnify|reloadly|attempt/i);
    }
  });

  test('the pages together are the list, with every filter', async () => {
    const account = await world().account();
    const sold: string[] = [];
    for (let n = 0; n < 5; n++)
      sold.push(await world().sell(account, { recipient: `0803000000${n % 2}` }, n === 3 ? rejected : delivered));
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<TransactionRow> = await read(account, `/transactions?limit=2&cursor=${cursor}`);
      listed.push(...page.rows.map(({ reference }) => reference));
      cursor = page.next;
    }
    expect(listed).toEqual(sold.toReversed());
    const count = async (query: string) =>
      (await read<Page<TransactionRow>>(account, `/transactions?${query}`)).rows.length;
    expect(await count('product=AIRTIME')).toBe(5);
    expect(await count('product=DATA')).toBe(0);
    expect(await count('status=failed')).toBe(1);
    expect(await count('search=08030000001')).toBe(2);
    expect(await count('search=%2B234 803 000 0001')).toBe(2);
    expect(await count('search=%2B234 803 000 00')).toBe(5);
    expect(await count(`search=${sold[0]?.slice(3, -3).toUpperCase()}`)).toBe(1);
    expect(await count('search=08030000001&status=failed')).toBe(1);
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    expect(await count(`from=${today}&to=${today}`)).toBe(5);
    expect(await count('to=2026-01-01')).toBe(0);
    expect(await count(`from=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toBe(0);
  });

  test('each of the four words finds the rows that show it; initiated and pending are one', async () => {
    const account = await world().account();
    const [fresh, waiting, delivers, fails, unsent] = [
      await world().sell(account, {}),
      await world().sell(account, {}, undefined, 'pending'),
      await world().sell(account, {}, delivered),
      await world().sell(account, {}, rejected),
      await giveUp(account),
    ];
    const finds = {
      pending: [waiting, fresh],
      initiated: [waiting, fresh],
      success: [delivers],
      failed: [fails],
      refunded: [unsent],
      unsuccessful: [unsent, fails],
    };
    for (const [status, references] of Object.entries(finds)) {
      const { rows } = await read<Page<TransactionRow>>(account, `/transactions?status=${status}`);
      expect([status, rows.map(({ reference }) => reference)]).toEqual([status, references]);
      const words = status === 'unsuccessful' ? ['refunded', 'failed'] : [status === 'initiated' ? 'pending' : status];
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set(words));
      const file = (await get(account, `/transactions.csv?status=${status}`)).text.trim().split('\r\n').slice(1);
      expect(file.map((line) => line.split(',')[2])).toEqual(rows.map((row) => row.status));
    }
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
  ])('a wrong filter is refused and named: %s', async (query, field) => {
    const { status, body } = await get(await world().account(), `/transactions?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('the timeline is in order, and without the provider’s codes', async () => {
    const account = await world().account();
    await setWebhookUrl(world().db, account, 'https://shop.example/hooks');
    const kindsOf = async (reference: string) =>
      (await read<Transaction>(account, `/transactions/${reference}`)).timeline.map(({ kind }) => kind);
    expect(await kindsOf(await world().sell(account, {}))).toEqual(['accepted']);
    expect(await kindsOf(await world().sell(account, {}, delivered))).toEqual([
      'accepted',
      'sent',
      'answered',
      'settled',
      'event',
    ]);
    const failed = await world().sell(account, {}, rejected, 'pending');
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
    const record = await readPurchaseRecord(world().db, { accountId: account, requestRef: failed });
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
    const texts = [message, details, result, timeline.map((entry) => entry.text)];
    expect(JSON.stringify(texts)).not.toContain('016'); // ids and times may hold it by chance
    expect(text).not.toContain('vtpass');
    expect(text).not.toContain(record?.purchase.providerRef ?? '?');
  });

  test('the client does not read an operator’s note, only that staff looked into it', async () => {
    const account = await world().account();
    const reference = await world().sell(account, {}, unknown);
    expect(
      await decidePurchase(
        world().db,
        { accountId: account, requestRef: reference },
        'refund',
        { note: 'Ada of the provider said so' },
        AS_OPS,
      ),
    ).toMatchObject({
      kind: 'settled',
    });
    const { text, body } = await get(account, `/transactions/${reference}`);
    expect((body as Transaction).timeline.map(({ text: label }) => label)).toEqual([
      'Accepted and paid from your wallet.',
      'Sent to the provider.',
      'Failed after manual review.',
      'Refunded to your wallet.',
    ]);
    expect(text).not.toContain('Ada');
    expect(text).not.toContain('hang up');
  });

  test('the token of prepaid electricity is on its page, and on no other', async () => {
    const account = await world().account();
    const { result } = await read<Transaction>(
      account,
      `/transactions/${await world().sell(account, electricity, vended)}`,
    );
    expect(result).toEqual({
      token: meter.token,
      units: meter.units,
      customer_name: meter.customerName,
      address: meter.address,
    });
    expect(
      (await read<Transaction>(account, `/transactions/${await world().sell(account, {}, delivered)}`)).result,
    ).toEqual({});
  });

  test('key change tokens and charges are there too, the tokens in the order in which they are entered', async () => {
    const account = await world().account();
    const named = {
      keyChangeTokens: ['1'.repeat(20), '2'.repeat(20)],
      bonusToken: '9'.repeat(20),
      debtKobo: 50_000n,
      vatKobo: 13_953n,
    };
    const sold = { ...delivered, goods: { ...meter, ...named } };
    const { result } = await read<Transaction>(
      account,
      `/transactions/${await world().sell(account, electricity, sold)}`,
    );
    expect(result).toMatchObject({ debt_deducted: '500.00', vat: '139.53' });
    expect(Object.entries(result).filter(([name]) => /token/.test(name))).toEqual([
      ['key_change_tokens', `${'1'.repeat(20)},${'2'.repeat(20)}`],
      ['token', meter.token],
      ['bonus_token', '9'.repeat(20)],
    ]);
  });

  test('the file has the rows of the list, and no formulas', async () => {
    const account = await world().account();
    const evil = `=HYPERLINK("http://x.example","${account.slice(0, 8)}")`.slice(0, 50);
    await world().sell(account, { requestRef: evil }, delivered);
    const plain = await world().sell(account, {}, rejected);
    const { text, headers } = await get(account, '/transactions.csv');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/);
    const [title, youngest, oldest, end] = text.split('\r\n');
    expect(title).toBe('reference,product,status,amount,recipient,description,message,created_at,final_at,charged');
    expect(youngest).toMatch(new RegExp(`^${plain},AIRTIME,failed,100.00,08030000001,`));
    expect(oldest?.startsWith(`"'${evil.replaceAll('"', '""')}",AIRTIME,success,100.00,`)).toBe(true);
    expect(end).toBe('');
    expect((await get(account, '/transactions.csv?status=failed')).text.trim().split('\r\n')).toHaveLength(2);
    expect((await get(account, '/transactions.csv?status=lost')).status).toBe(400);
  });
});
