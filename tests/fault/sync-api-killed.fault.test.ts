import { type ApiProcess, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/wares';
import { first, newCustomer } from './customer';
import { begin, type Step, standAtEveryStep, type Underway } from './every-step';
import { type End, endWorld, expectEnd, finalRow } from './expect-end';
import { notificationsOf } from './expect-token';
import { PROVIDERS } from './form';
import { backends, endLeases, gone, kill, requeries } from './processes';

// The victims wait for what is held for as long as it takes to bring six purchases to where they are to be.
const patience = { SYNC_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '15000', LEASE_MS: '20000' };

const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: [] };
const denied: End = { status: 'failed', cause: 'provider_never_had_it', vends: 0, events: [] };

describe.each(PROVIDERS)('an api that sends by itself is killed, with %s', (_, vendsEveryPost) => {
  let world: World;
  let survivor: ApiProcess;
  let worker: WorkerProcess;
  let at: Record<Step, Underway>;
  let orphaned: number[];
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: vendsEveryPost } });
    survivor = first(world.apis);
    worker = first(world.workers);
    const victim = await world.addApi(patience);
    const others = await backends(world, 'topup-api-send');
    at = await standAtEveryStep(world, victim);
    orphaned = await backends(world, 'topup-api-send', others);

    await kill(victim);
    world.link('api-provider').cut(); // the order that was on its way is lost
    expect(await Promise.all(Object.values(at).map(({ answer }) => answer))).toEqual(Array(6).fill(undefined));
    await endLeases(world);
  });
  afterAll(() => endWorld(world));

  async function expectUsed({ buy }: Underway): Promise<void> {
    expect(await buy(survivor)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has been used') },
    });
  }

  test('a debit that its api died of would be money for nothing: there is no queue for it, so the sweeper of a worker sends it', async () => {
    const { id } = await expectEnd(world, at.accepted, sold);
    expect(sendsOf(id)).toEqual([expect.objectContaining({ outcome: 'delivered' })]);
    await expectUsed(at.accepted);
  });

  test.each<['claimed' | 'sending', string]>([
    ['claimed', 'that never left'],
    ['sending', 'that was lost on its way'],
  ])(
    '%s: an order %s would be sent by a guess, or given up by one: it is refunded after three denials',
    async (step) => {
      const { id } = await expectEnd(world, at[step], denied);
      const denials = requeries(worker, id);
      expect(denials.length).toBeGreaterThanOrEqual(3);
      expect(new Set(denials)).toEqual(new Set(['missing']));
      expect(sendsOf(id)).toEqual([]);
      await expectUsed(at[step]);
    },
  );

  test.each(['vendedCable', 'vendedPower', 'settling'] as const)(
    '%s: what the provider gave would be given again or refunded, or its token lost: a worker asks for it, and sends nothing',
    async (step) => {
      const { id } = await expectEnd(world, at[step], sold);
      expect(new Set(requeries(worker, id))).toEqual(new Set(['delivered']));
      expect(sendsOf(id)).toEqual([]);
      await expectUsed(at[step]);
    },
  );

  test('what the dead api wrote was only delayed on the way: it comes now, and must neither settle again nor send a second message', async () => {
    const settled = await finalRow(world, at.settling.ref);
    expect(orphaned).not.toEqual([]);
    world.link('api-database').release();
    await gone(world, orphaned);
    expect(await expectEnd(world, at.settling, sold)).toEqual(settled);
  });

  test('a settled purchase would be asked for again, and its message would never leave: what was written stands, and the token goes out once', async () => {
    const victim = await world.addApi(patience);
    const customer = await newCustomer(world, { ware: prepaid });
    const { answer } = await begin(
      victim,
      customer,
      () => world.link('api-database').holdReplyAfter('record_settlements_').answered,
    );
    const settled = await finalRow(world, customer.ref);
    await kill(victim);
    expect(await answer).toBeUndefined();

    expect(await notificationsOf(world, settled.id)).toEqual([
      expect.objectContaining({ state: 'queued', attempts: 0 }),
    ]);
    expect(await expectEnd(world, customer, sold)).toEqual(settled);
    expect(requeries(worker, settled.id)).toEqual([]);
  });

  const sendsOf = (id: string) => worker.logs('sent').filter(({ purchase }) => purchase === id);
});
