import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { collectionsOf } from '../../testing/collections';
import { withServer } from '../../testing/server';
import { openSandbox, useSandbox } from '../../testing/use-sandbox';
import { NOON } from '../../testing/vtpass';

const REFERENCE = /^MNFY\|\d\d\|20260310120000\|\d{6}$/;
const sandbox = useSandbox();
const monnify = () => collectionsOf(sandbox().app);
const lookAt = async (reference: string) => (await monnify().look(reference)).body.responseBody;
const setStatus = (reference: string, body: object) =>
  request(sandbox().app)
    .put(`/transfers/${encodeURIComponent(reference)}`)
    .send(body);

describe('a transfer that is looked up has another form than the documented one', () => {
  it('has amounts as texts, the time in Lagos, and the payer with a masked number', async () => {
    const account = await monnify().account();
    const paid = await monnify().payInto(account, { amount: 3000.5, payer: 'Segun Adeponle', bank: '000014' });
    expect(paid).toEqual({
      reference: expect.stringMatching(REFERENCE),
      account_reference: account.accountReference,
      account_number: account.accounts[0]?.accountNumber,
      amount: 3000.5,
      settlement_amount: 2989.75,
      status: 'PAID',
      card: false,
      at: NOON.toISOString(),
      notices: ['none'],
    });
    const { status, body } = await monnify().look(paid.reference);
    const payer = {
      bankCode: '000014',
      amountPaid: '3000.50',
      accountName: 'Segun Adeponle',
      accountNumber: expect.stringMatching(/^\*{6}\d{4}$/),
    };
    expect([status, body.responseCode]).toEqual([200, '0']);
    expect(body.responseBody).toEqual({
      transactionReference: paid.reference,
      paymentReference: paid.reference,
      amountPaid: '3000.50',
      totalPayable: '3000.50',
      settlementAmount: '2989.75',
      paidOn: '10/03/2026 12:00:00 PM',
      paymentStatus: 'PAID',
      paymentDescription: 'Ada',
      currency: 'NGN',
      paymentMethod: 'ACCOUNT_TRANSFER',
      product: { type: 'RESERVED_ACCOUNT', reference: account.accountReference },
      cardDetails: {},
      accountDetails: payer,
      accountPayments: [payer],
      customer: { name: expect.any(String), email: expect.stringContaining('@') },
      metaData: {},
    });
    expect((await monnify().read(account.accountReference)).text).toContain(
      '"transactionCount":1,"totalAmount":3000.50',
    );
  });

  it.each([
    ['2026-11-30T08:38:13Z', '30/11/2026 09:38:13 AM'],
    ['2026-11-30T23:05:00Z', '01/12/2026 12:05:00 AM'],
    ['2026-11-30T22:59:59Z', '30/11/2026 11:59:59 PM'],
  ])('was paid at %s: %s', async (at, paidOn) => {
    const open = openSandbox({ now: () => new Date(at) });
    const client = collectionsOf(open.app);
    const { reference } = await client.payInto(await client.account());
    expect((await client.look(reference)).body.responseBody.paidOn).toBe(paidOn);
    open.close();
  });

  it('must have %7C in its path, or gets a bare 400, and an unknown one has code 99', async () => {
    await withServer({}, async ({ url }) => {
      const { reference } = await collectionsOf(url).payInto(await collectionsOf(url).account());
      const bare = await fetch(`${url}/monnify/api/v2/transactions/${reference}`);
      expect([bare.status, await bare.text()]).toEqual([400, '']);
      const unknown = () => collectionsOf(url).look('MNFY|01|20260310120000|999999');
      expect((await unknown()).status).toBe(200);
      await request(url).put('/knobs').send({ provider: 'monnify', not_found_http: 404 });
      const { status, body } = await unknown();
      expect([status, body]).toEqual([
        404,
        {
          requestSuccessful: false,
          responseMessage: 'Could not find transaction with the specified transaction reference',
          responseCode: '99',
        },
      ]);
    });
  });

  it('costs 10 naira and the VAT, or what the knob says, and never more than the transfer', async () => {
    const account = await monnify().account();
    const settled = async (amount: number) => (await monnify().payInto(account, { amount })).settlement_amount;
    expect([await settled(180_000), await settled(10.75), await settled(10)]).toEqual([179_989.25, 0, 0]);
    await sandbox().put('/knobs', { provider: 'monnify', transfer_fee: 0 });
    expect(await settled(100)).toBe(100);
  });
});

describe('a transfer that is not simply paid cannot be tried', () => {
  it('is pending without amounts first, and paid later', async () => {
    const { reference } = await monnify().payInto(await monnify().account(), { status: 'PENDING' });
    const pending = { paymentStatus: 'PENDING', amountPaid: '0.00', totalPayable: '0.00' };
    expect(await lookAt(reference)).toMatchObject({ ...pending, settlementAmount: null, paidOn: null });
    expect(await lookAt(reference)).not.toHaveProperty('accountDetails');
    expect((await setStatus(reference, { status: 'PAID' })).body).toMatchObject({ reference, status: 'PAID' });
    expect(await lookAt(reference)).toMatchObject({ paymentStatus: 'PAID', amountPaid: '3000.00' });
  });

  it.each(['OVERPAID', 'PARTIALLY_PAID'])('is %s', async (status) => {
    const { reference } = await monnify().payInto(await monnify().account(), { status, payable: 2000 });
    expect(await lookAt(reference)).toMatchObject({
      paymentStatus: status,
      amountPaid: '3000.00',
      totalPayable: '2000.00',
      settlementAmount: '2989.25',
    });
  });

  it('is reversed without a notice, and keeps its amount and its time', async () => {
    let now = NOON;
    const open = openSandbox({ now: () => now });
    const client = collectionsOf(open.app);
    const account = await client.account();
    const { reference } = await client.payInto(account);
    now = new Date(NOON.getTime() + 60_000);
    const { body } = await open.put(`/transfers/${encodeURIComponent(reference)}`, { status: 'REVERSED' });
    expect(body).toMatchObject({ status: 'REVERSED', notices: [] });
    expect((await client.look(reference)).body.responseBody).toMatchObject({
      paymentStatus: 'REVERSED',
      amountPaid: '3000.00',
      paidOn: '10/03/2026 12:00:00 PM',
    });
    expect((await client.read(account.accountReference)).body.responseBody.transactionCount).toBe(0);
    open.close();
  });

  it('is a payment by card with the reference of the account, which the list does not have', async () => {
    const account = await monnify().account();
    const { reference } = await monnify().payInto(account, { card: true });
    expect(await lookAt(reference)).toMatchObject({
      paymentStatus: 'PAID',
      paymentMethod: 'CARD',
      product: { type: 'WEB_SDK', reference: account.accountReference },
    });
    expect((await monnify().list(account.accountReference)).body.responseBody.totalElements).toBe(0);
  });

  it('still arrives under the old reference after its bank, or the whole account, was taken away', async () => {
    const account = await monnify().account();
    const { accountReference } = account;
    const take = (what: string) => request(sandbox().app).delete(`/reserved-accounts/${accountReference}${what}`);
    expect((await take('/banks/035')).body).toEqual({
      account_reference: accountReference,
      accounts: [{ bank_code: '232', account_number: account.accounts[1]?.accountNumber }],
      is_gone: false,
    });
    expect((await take('/banks/035')).status).toBe(404);
    const { accounts } = (await monnify().read(accountReference)).body.responseBody;
    expect(accounts.map(({ bankCode }: { bankCode: string }) => bankCode)).toEqual(['232']);
    expect((await take('')).body).toMatchObject({ accounts: [], is_gone: true });
    expect((await monnify().read(accountReference)).status).toBe(404);
    for (const { accountNumber } of account.accounts) {
      const { reference } = (await monnify().pay({ account_number: accountNumber, amount: 50 })).body;
      expect(await lookAt(reference)).toMatchObject({ product: { reference: accountReference }, amountPaid: '50.00' });
    }
    expect((await monnify().list(accountReference)).body.responseBody.totalElements).toBe(2);
    expect((await take('')).status).toBe(404);
  });
});

describe('a sweep reads payments that are missing, repeated or of somebody else', () => {
  it('has pages from 0, of ten unless asked, newest first, of one account', async () => {
    const [account, other] = [await monnify().account(), await monnify().account()];
    await monnify().payInto(other, { amount: 9999 });
    for (let amount = 1; amount <= 23; amount += 1) await monnify().payInto(account, { amount });
    const page = async (query?: object) => (await monnify().list(account.accountReference, query)).body.responseBody;
    const amounts = ({ content }: { content: { amountPaid: number }[] }) => content.map(({ amountPaid }) => amountPaid);
    const { content, ...frame } = await page();
    expect(amounts({ content })).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14]);
    expect(frame).toMatchObject({ totalElements: 23, totalPages: 3, number: 0, size: 10, first: true, last: false });
    expect(amounts(await page({ page: 2 }))).toEqual([3, 2, 1]);
    expect(amounts(await page({ page: 1, size: 20 }))).toEqual([3, 2, 1]);
    expect(amounts(await page({ page: 3 }))).toEqual([]);
    expect((await monnify().list('nobody')).status).toBe(404);
  });

  it('has rows in the documented form', async () => {
    const account = await monnify().account();
    const { reference } = await monnify().payInto(account, { status: 'PENDING' });
    const row = async () => (await monnify().list(account.accountReference)).body.responseBody.content[0];
    expect(await row()).toMatchObject({ paymentStatus: 'PENDING', amountPaid: 0, completed: false, completedOn: null });
    await setStatus(reference, { status: 'PAID' });
    expect(await row()).toEqual({
      customerDTO: { email: expect.any(String), name: expect.any(String), merchantCode: expect.any(String) },
      providerAmount: 10.75,
      paymentMethod: 'ACCOUNT_TRANSFER',
      createdOn: '2026-03-10T11:00:00.000+00:00',
      completedOn: '2026-03-10T11:00:00.000+00:00',
      amount: 3000,
      amountPaid: 3000,
      payableAmount: 3000,
      fee: 10.75,
      flagged: false,
      providerCode: '98271',
      currencyCode: 'NGN',
      paymentDescription: 'Ada',
      paymentStatus: 'PAID',
      transactionReference: reference,
      paymentReference: reference,
      merchantCode: expect.any(String),
      merchantName: expect.any(String),
      completed: true,
    });
  });
});

describe('the book of the bank differs from what Monnify tells', () => {
  it('lists every transfer with its state, and is the same after a restart', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
    const open = () => openSandbox({ file: path.join(directory, 'sandbox.jsonl') });
    const before = open();
    const client = collectionsOf(before.app);
    const account = await client.account();
    const [, second] = [await client.payInto(account), await client.payInto(account, { amount: 0.5 })];
    await request(before.app)
      .put(`/transfers/${encodeURIComponent(second.reference)}`)
      .send({ status: 'REVERSED' });
    await request(before.app).delete(`/reserved-accounts/${account.accountReference}/banks/035`);
    const book = async (from: typeof before) => [await from.get('/transfers'), await from.get('/reserved-accounts')];
    const [transfers, accounts] = await book(before);
    expect(transfers.transfers.map(({ amount, status }: Record<string, unknown>) => [amount, status])).toEqual([
      [3000, 'PAID'],
      [0.5, 'REVERSED'],
    ]);
    before.close();

    const after = open();
    expect(await book(after)).toEqual([transfers, accounts]);
    expect((await collectionsOf(after.app).look(second.reference)).body.responseBody.paymentStatus).toBe('REVERSED');
    await collectionsOf(after.app).payInto(account);
    const references = (await after.get('/transfers')).transfers.map(
      ({ reference }: { reference: string }) => reference,
    );
    expect(new Set(references.map((reference: string) => reference.split('|')[3])).size).toBe(3);
    after.close();
    rmSync(directory, { recursive: true });
  });

  it('declines what it cannot do, and does nothing then', async () => {
    const account = await monnify().account();
    const { accountNumber: account_number } = account.accounts[0] ?? {};
    const good = { account_number, amount: 100 };
    const bad: object[] = [
      {},
      { account_number },
      { ...good, amount: 0 },
      { ...good, amount: '100' },
      { ...good, amount: 1.005 },
      { ...good, amount: 1e9 },
      { ...good, status: 'LOST' },
      { ...good, source: 'list' },
      { ...good, colour: 'red' },
      { ...good, notices: [{ event: 'PAID' }] },
      { ...good, notices: [{ times: 101 }] },
      { ...good, notices: {} },
    ];
    for (const transfer of bad) expect((await monnify().pay(transfer)).status).toBe(400);
    expect((await monnify().pay({ ...good, account_number: '1' })).status).toBe(404);
    expect((await setStatus('MNFY', { status: 'PAID' })).status).toBe(404);
    expect((await request(sandbox().app).post('/transfers/MNFY/notices').send({})).status).toBe(404);
    expect((await sandbox().get('/transfers')).transfers).toEqual([]);
    const { reference } = await monnify().payInto(account);
    for (const body of [{}, { status: 'LOST' }, { status: 'PAID', amount: 1 }])
      expect((await setStatus(reference, body)).status).toBe(400);
  });
});

describe('a path of collections cannot be down alone', () => {
  it.each(['reserved-accounts', 'reserved-account', 'account-transactions', 'transaction-status'])(
    '%s',
    async (name) => {
      const account = await monnify().account();
      const { reference } = await monnify().payInto(account);
      await sandbox().put('/outage', { provider: 'monnify', paths: [name], how: 'system-error' });
      const answers = {
        'reserved-accounts': await monnify().reserve({}),
        'reserved-account': await monnify().read(account.accountReference),
        'account-transactions': await monnify().list(account.accountReference),
        'transaction-status': await monnify().look(reference),
      };
      expect(Object.entries(answers).flatMap(([path, { status }]) => (status === 500 ? [path] : []))).toEqual([name]);
    },
  );
});
