import { type ApiWorld, apiWorld } from '../../testing/api-world';

let world: ApiWorld;
afterEach(() => world.close());

const bank = { bankCode: '035', bankName: 'Wema bank', accountNumber: '9900000001', accountName: 'Ada' };

test.each([
  ['monnify', ['9900000001']],
  ['off', []],
] as const)(
  'COLLECTIONS=%s: the account numbers are %j, because nobody credits without a collector',
  async (collections, numbers) => {
    world = await apiWorld({ collections });
    const client = await world.client();
    const { accountId } = client;
    await world.db.fundingAccount.create({
      data: { accountId, collector: 'monnify', readAt: new Date(), banks: [bank] },
    });
    const { body } = await world.get('/v1/wallet/funding-accounts', client).expect(200);
    expect(body.data.map((each: { account_number: string }) => each.account_number)).toEqual(numbers);
  },
);
