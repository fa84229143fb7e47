import { fundedAccount, useDatabase } from '@topup/testkit';
import { productTypes } from '../../product/products';
import { newId } from '../../shared/ids';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, orderFor, purchasesIn } from '../../testing/purchases';
import { claimPurchases } from './claim.store';
import { toProviderOrder } from './send-purchase';

const database = useDatabase({ max: 8 });
const { accept, claim, settle, row } = purchasesIn(() => database.db);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});
afterEach(() => expectSoundBooks(database.db));

describe('a purchase is sent twice, or after it was refunded', () => {
  test('of 20 claims at once one gets the purchase', async () => {
    const item = itemFor(accountId, 'AIRTIME');
    await accept([item]);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim([item.id])));
    expect(claims.flat()).toHaveLength(1);
    const { id, requestRef, productType, amountKobo, recipient, provider, providerOrder } = item;
    expect(claims.flat()[0]).toEqual({
      id,
      accountId,
      requestRef,
      productType,
      amountKobo,
      faceKobo: amountKobo,
      recipient,
      provider,
      providerOrder,
      providerRef: `ref-${id}`,
      attempt: 1,
      traceparent: null,
    });
    expect(await row(id)).toMatchObject({ sends: 1, providerRef: `ref-${id}` });
  });

  test('a purchase that is final, or too old to be sent, is not claimed', async () => {
    const [done, old] = [itemFor(accountId, 'AIRTIME'), itemFor(accountId, 'AIRTIME')];
    await accept([done, old]);
    await settle({ id: done.id, target_status: 'refunded', basis: 'never_sent' });
    expect(await claim([done.id])).toEqual([]);
    const tooOld = await claimPurchases(database.db, [{ id: old.id, providerRef: 'x' }], {
      serves: ['vtpass'],
      token: newId(),
      leaseMs: 1,
      startWithinMs: 0,
    });
    expect(tooOld).toEqual([]);
  });
});

describe('the provider delivers something else than what was paid for', () => {
  test.each(productTypes)('%s: a claim returns all that the provider needs of the order', async (product) => {
    const item = itemFor(accountId, product);
    await accept([item]);
    const [claimed] = await claim([item.id]);
    expect(claimed && toProviderOrder(claimed)).toEqual({
      ...orderFor(product).providerOrder,
      provider: 'vtpass',
      accountId,
      providerRef: `ref-${item.id}`,
      productType: product,
      recipient: item.recipient,
      amountKobo: item.amountKobo,
    });
  });

  test('the order for the provider cannot be changed between accept and send', async () => {
    const item = itemFor(accountId, 'CABLE_TV');
    await accept([item]);
    const change = database.db.$executeRaw`
      UPDATE purchase SET provider_order = provider_order || '{"variationCode": "dstv-premium"}'
       WHERE id = ${item.id}::uuid`;
    await expect(change).rejects.toThrow(/TP002/);
    expect((await row(item.id)).providerOrder).toEqual(item.providerOrder);
  });
});
