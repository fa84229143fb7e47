import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { expectEnd, sold, verifyAndStop } from './expect-end';
import { killDuring, killDuringAccept, releaseAccept } from './kill-api';
import { PROVIDER_MODES } from './provider-modes';

// The provider's time (8 s) is longer than the victim's window and the 5 s after which the sweeper marks pending for a
// dead api.
const settings = { PURCHASE_WAIT_MS: '10000', PROVIDER_TIMEOUT_MS: '8000' };
const victimSettings = { PURCHASE_WAIT_MS: '2000' };

describe.each(PROVIDER_MODES)(
  'an api that is killed takes a debit or a purchase with it, with %s',
  (_, vendsEveryPost) => {
    let world: World;
    let survivor: ApiProcess;
    let victim: ApiProcess;
    beforeAll(async () => {
      world = await startWorld({
        throughProxies: true,
        settings,
        sandboxSettings: { SANDBOX_VENDS_EVERY_POST: vendsEveryPost },
      });
      survivor = first(world.apis);
    });
    beforeEach(async () => {
      victim = await world.addApi(victimSettings);
    });
    afterAll(() => verifyAndStop(world));

    async function expectUsed(buyer: Buyer): Promise<void> {
      expect(await buyer.buy(survivor)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('with this request_ref was debited') },
      });
    }

    // fault P1: accept
    test('a purchase that was not accepted is bought elsewhere, and counts once', async () => {
      const buyer = await newBuyer(world);
      const orphaned = await killDuringAccept(world, victim, buyer);
      expect(await buyer.buy(survivor)).toMatchObject({ status: 200 });
      await releaseAccept(world, orphaned);
      await expectEnd(world, buyer, sold('success'));
      await expectUsed(buyer);
    });

    // fault P1: enqueue
    test('the sweeper sends a purchase whose accept the api never heard of', async () => {
      const buyer = await newBuyer(world);
      const hold = world.link('api-database').holdReplyAfter('accept_purchases_');
      const bought = buyer.buy(victim);
      await hold.answered;
      expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated', sends: 0 });
      await killDuring(victim, bought);
      await expectEnd(world, buyer, sold('success'));
      await expectUsed(buyer);
    });

    // fault P1: wait
    test('an open purchase goes on, and its client gets a webhook', async () => {
      const buyer = await newBuyer(world, { outcome: '0002' });
      const bought = buyer.buy(victim);
      await atProvider(buyer);
      expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated', sends: 1 });
      await killDuring(victim, bought);
      await expectEnd(world, buyer, sold('success'));
      await expectUsed(buyer);
    });

    // fault P1: wait
    test('the sweeper marks a purchase pending in place of the dead api', async () => {
      const buyer = await newBuyer(world, { outcome: '0500' });
      const bought = buyer.buy(victim);
      await atProvider(buyer);
      await killDuring(victim, bought);

      await world.receiver.waitFor(
        ({ body }) => body?.reference === buyer.ref && body.event === 'airtime.purchase.pending',
      );
      expect(await world.purchase(buyer.ref)).toMatchObject({
        status: 'pending',
        cause: 'nobody_answered',
        final_at: null,
      });
      expect(await buyer.client(survivor).status(buyer.ref)).toMatchObject({
        status: 202,
        body: { status: 'pending' },
      });
      await expectUsed(buyer);

      await expectEnd(world, buyer, sold('pending', 'success'));
      expect(await buyer.client(survivor).status(buyer.ref)).toMatchObject({
        status: 200,
        body: { status: 'successful' },
      });
    });

    /** Waits until the order is at the provider, unanswered. */
    async function atProvider(buyer: Buyer): Promise<void> {
      const ref = async () => (await world.purchase(buyer.ref))?.provider_ref;
      await eventually(
        async () => [await ref(), (await world.ledger()).posts] as const,
        ([id, posts]) => posts.some(({ request_id }) => request_id !== null && request_id === id),
      );
    }
  },
);
