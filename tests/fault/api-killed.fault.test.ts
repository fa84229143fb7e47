import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { type ExpectedEnd, expectEnd, verifyAndStop } from './expect-end';
import { PROVIDER_MODES } from './full-run';
import { killDuring, killDuringAccept, releaseAccept } from './kill-api';

// The provider may take 8 s: longer than the victim's window for its client and the 5 s after which the sweeper answers for a dead api.
const settings = { PURCHASE_WAIT_MS: '10000', PROVIDER_TIMEOUT_MS: '8000', LEASE_MS: '10700' };
const victimSettings = { PURCHASE_WAIT_MS: '2000' };

const sold: ExpectedEnd = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

describe.each(PROVIDER_MODES)('an api is killed, with %s', (_, vendsEveryPost) => {
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
      body: { message: expect.stringContaining('has been used') },
    });
  }

  test('a client without an answer could not try again, or would pay twice: what was not accepted is bought elsewhere, and counts once', async () => {
    const buyer = await newBuyer(world);
    const orphaned = await killDuringAccept(world, victim, buyer);
    expect(await buyer.buy(survivor)).toMatchObject({ status: 200 });
    await releaseAccept(world, orphaned);
    await expectEnd(world, buyer, sold);
    await expectUsed(buyer);
  });

  test('a debit that its api never heard of would be money for nothing: the sweeper finds the purchase and has it sent', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('api-database').holdReplyAfter('accept_purchases_');
    const bought = buyer.buy(victim);
    await hold.answered;
    expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated', sends: 0 });
    await killDuring(victim, bought);
    await expectEnd(world, buyer, sold);
    await expectUsed(buyer);
  });

  test('a purchase would die with the api its client waited at: it goes on, and its client hears of it by webhook', async () => {
    const buyer = await newBuyer(world, { outcome: '0002' });
    const bought = buyer.buy(victim);
    await atProvider(buyer);
    expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated', sends: 1 });
    await killDuring(victim, bought);
    await expectEnd(world, buyer, sold);
    await expectUsed(buyer);
  });

  test('a purchase would stay initiated for ever, and its client uninformed: the sweeper tells it pending in place of the dead api', async () => {
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

    await expectEnd(world, buyer, { ...sold, events: ['pending', 'success'] });
    expect(await buyer.client(survivor).status(buyer.ref)).toMatchObject({
      status: 200,
      body: { status: 'successful' },
    });
  });

  /** Waits until the order is there, and unanswered. */
  async function atProvider(buyer: Buyer): Promise<void> {
    const ref = async () => (await world.purchase(buyer.ref))?.provider_ref;
    await eventually(
      async () => [await ref(), (await world.ledger()).posts] as const,
      ([id, posts]) => posts.some(({ request_id }) => request_id !== null && request_id === id),
    );
  }
});
