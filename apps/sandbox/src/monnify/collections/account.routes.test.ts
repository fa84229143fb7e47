import { accountOf, collectionsOf } from '../../testing/collections';
import { postRaw, withServer } from '../../testing/server';
import { useSandbox } from '../../testing/use-sandbox';

const sandbox = useSandbox();
const monnify = () => collectionsOf(sandbox().app);
const CREATE = '/monnify/api/v2/bank-transfer/reserved-accounts';

const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.responseCode,
  body.responseMessage,
];

describe('an account has another form in the answer than the recorded one', () => {
  it('has a number at two banks, repeats BVN and NIN, and has nine digits of a second', async () => {
    const asked = accountOf({ bvn: '22212345678', nin: '12345678901' });
    const { status, text, body } = await monnify().reserve(asked);
    expect([status, body.requestSuccessful, body.responseMessage, body.responseCode]).toEqual([
      200,
      true,
      'success',
      '0',
    ]);
    expect(body.responseBody).toEqual({
      contractCode: '0000000001',
      accountReference: asked.accountReference,
      accountName: 'Ada Lovelace Wallet',
      currencyCode: 'NGN',
      customerEmail: asked.customerEmail,
      customerName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      accounts: [
        { bankCode: '035', bankName: 'Wema bank', accountNumber: '1000000001', accountName: 'Ada Lovelace Wallet' },
        { bankCode: '232', bankName: 'Sterling bank', accountNumber: '2200000001', accountName: 'Ada Lovelace Wallet' },
      ],
      collectionChannel: 'RESERVED_ACCOUNT',
      reservationReference: expect.stringMatching(/^[A-Z0-9]{20}$/),
      reservedAccountType: 'GENERAL',
      status: 'ACTIVE',
      createdOn: expect.stringMatching(/^2026-03-10 12:00:00\.000\d{6}$/),
      incomeSplitConfig: [],
      bvn: '22212345678',
      nin: '12345678901',
      restrictPaymentSource: false,
    });
    const read = await monnify().read(asked.accountReference);
    expect(read.body.responseBody).toEqual({
      ...body.responseBody,
      contract: { name: 'Default Contract', code: '0000000001' },
      transactionCount: 0,
      totalAmount: 0,
    });
    expect([text.includes('transactionCount'), read.text.includes('"totalAmount":0.00')]).toEqual([false, true]);
  });

  it('keeps the name of a customer without BVN and NIN, and opens only the preferred banks', async () => {
    const asked = accountOf({ bvn: undefined, getAllAvailableBanks: false, preferredBanks: ['232'] });
    const { responseBody } = (await monnify().reserve(asked)).body;
    expect(responseBody).toMatchObject({ customerName: 'Ada Lovelace', accounts: [{ bankCode: '232' }] });
    expect(Object.keys(responseBody)).not.toEqual(expect.arrayContaining(['bvn']));
  });
});

const MISSING = [
  'accountReference',
  'accountName',
  'currencyCode',
  'contractCode',
  'customerEmail',
  'customerName',
  'getAllAvailableBanks',
];

describe('an account that Monnify refuses is reserved', () => {
  it.each(MISSING)('%s is required', async (name) => {
    const refused = [400, '99', `Field ${name} cannot be null`];
    expect(told(await monnify().reserve(accountOf({ [name]: undefined })))).toEqual(refused);
    expect(told(await monnify().reserve(accountOf({ [name]: '' })))).toEqual(refused);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ getAllAvailableBanks: false }, 'Field preferredBanks cannot be null'],
    [{ getAllAvailableBanks: false, preferredBanks: ['035', '058'] }, 'Bank with code 058 is not supported'],
    [{ bvn: '2221234567' }, 'BVN is invalid. Must be 11 digits'],
    [{ bvn: '222123456789' }, 'BVN is invalid. Must be 11 digits'],
    [{ nin: '1234567890123' }, 'Invalid NIN'],
    [{ contractCode: '0000000002' }, 'invalid contract code'],
    [{ currencyCode: 'USD' }, 'Invalid currency code'],
    [{ customerEmail: 'ada' }, 'customerEmail must be a valid email address'],
    [{ accountName: 'Ad' }, 'accountName must have at least 3 characters'],
    [{ customerName: 'Ad' }, 'customerName must have at least 3 characters'],
    [{ bvn: '08000100123' }, 'Invalid BVN'],
    [{ bvn: undefined, nin: '08001500123' }, 'Invalid NIN'],
  ])('%j: %s', async (changes, text) => {
    expect(told(await monnify().reserve(accountOf(changes)))).toEqual([400, '99', text]);
    expect((await sandbox().get('/reserved-accounts')).accounts).toEqual([]);
  });

  it('refuses a reference forever, and a customer while the first account lives', async () => {
    const first = accountOf({ bvn: '22212345678', nin: '12345678901' });
    const { accountReference, customerEmail } = first;
    await monnify().reserve(first);
    const twice = [422, '99', 'You can not reserve two accounts with the same reference.'];
    const second = [422, 'R42', 'You can not reserve more than 1 account(s) for a customer'];
    const again = [
      { bvn: '22212345678' },
      { bvn: undefined, nin: '12345678901' },
      { customerEmail: String(customerEmail).toUpperCase() },
    ].map(accountOf);
    expect(told(await monnify().reserve(accountOf({ accountReference })))).toEqual(twice);
    for (const account of again) expect(told(await monnify().reserve(account))).toEqual(second);

    await monnify().free(accountReference);
    expect(told(await monnify().reserve(accountOf({ accountReference })))).toEqual(twice);
    expect((await monnify().reserve(again[0] ?? {})).status).toBe(200);
  });

  it('needs the token', async () => {
    await withServer({}, async ({ url }) => {
      const ending = await postRaw(`${url}${CREATE}`, accountOf(), undefined, {});
      expect([ending.status, JSON.parse(ending.text).error]).toEqual([401, 'invalid_token']);
    });
  });
});

describe('an account that was given up is still shown', () => {
  it('says ACTIVE once more when it is deleted, and is not found afterwards', async () => {
    const { accountReference } = await monnify().account();
    const { status, body } = await monnify().free(accountReference);
    expect([status, body.responseBody.status, body.responseBody.accounts.length]).toEqual([200, 'ACTIVE', 2]);
    const unknown = [404, '99', 'Cannot find reserved account'];
    expect(told(await monnify().free(accountReference))).toEqual(unknown);
    expect(told(await monnify().read(accountReference))).toEqual(unknown);
    expect(told(await monnify().read('nobody'))).toEqual(unknown);
  });
});
