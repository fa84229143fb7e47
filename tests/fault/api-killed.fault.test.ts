import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { killUnder, killWithAcceptUnderWay, letAcceptThrough } from './api-kills';
import { type Customer, first, newCustomer } from './customer';
import { type End, endWorld, expectEnd } from './expect-end';
import { PROVIDERS } from './form';

// The provider may take 8 s: longer than the victim's window for its client and the 5 s after which the sweeper answers for a dead api.
const settings = { PURCHASE_WAIT_MS: '10000', PROVIDER_TIMEOUT_MS: '8000', LEASE_MS: '10700' };
const victimSettings = { PURCHASE_WAIT_MS: '2000' };

const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

describe.each(PROVIDERS)('an api is killed, with %s', (_, vendsEveryPost) => {
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
  afterAll(() => endWorld(world));

  async function expectUsed(customer: Customer): Promise<void> {
    expect(await customer.buy(survivor)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has been used') },
    });
  }

  test('a client without an answer could not try again, or would pay twice: what was not accepted is bought elsewhere, and counts once', async () => {
    const customer = await newCustomer(world);
    const orphaned = await killWithAcceptUnderWay(world, victim, customer);
    expect(await customer.buy(survivor)).toMatchObject({ status: 200 });
    await letAcceptThrough(world, orphaned);
    await expectEnd(world, customer, sold);
    await expectUsed(customer);
  });

  test('a debit that its api never heard of would be money for nothing: the sweeper finds the purchase and has it sent', async () => {
    const customer = await newCustomer(world);
    const hold = world.link('api-database').holdReplyAfter('accept_purchases_');
    const bought = customer.buy(victim);
    await hold.answered;
    expect(await world.purchase(customer.ref)).toMatchObject({ status: 'initiated', sends: 0 });
    await killUnder(victim, bought);
    await expectEnd(world, customer, sold);
    await expectUsed(customer);
  });

  test('a purchase would die with the api its client waited at: it goes on, and its client hears of it by webhook', async () => {
    const customer = await newCustomer(world, { outcome: '0002' });
    const bought = customer.buy(victim);
    await atProvider(customer);
    expect(await world.purchase(customer.ref)).toMatchObject({ status: 'initiated', sends: 1 });
    await killUnder(victim, bought);
    await expectEnd(world, customer, sold);
    await expectUsed(customer);
  });

  test('a purchase would stay initiated for ever, and its client uninformed: the sweeper tells it pending in place of the dead api', async () => {
    const customer = await newCustomer(world, { outcome: '0500' });
    const bought = customer.buy(victim);
    await atProvider(customer);
    await killUnder(victim, bought);

    await world.receiver.waitFor(
      ({ body }) => body?.reference === customer.ref && body.event === 'airtime.purchase.pending',
    );
    expect(await world.purchase(customer.ref)).toMatchObject({
      status: 'pending',
      cause: 'nobody_answered',
      final_at: null,
    });
    expect(await customer.client(survivor).status(customer.ref)).toMatchObject({
      status: 202,
      body: { status: 'pending' },
    });
    await expectUsed(customer);

    await expectEnd(world, customer, { ...sold, events: ['pending', 'success'] });
    expect(await customer.client(survivor).status(customer.ref)).toMatchObject({
      status: 200,
      body: { status: 'successful' },
    });
  });

  /** Waits until the order is there, and unanswered. */
  async function atProvider(customer: Customer): Promise<void> {
    const ref = async () => (await world.purchase(customer.ref))?.provider_ref;
    await eventually(
      async () => [await ref(), (await world.ledger()).posts] as const,
      ([id, posts]) => posts.some(({ request_id }) => request_id !== null && request_id === id),
    );
  }
});
