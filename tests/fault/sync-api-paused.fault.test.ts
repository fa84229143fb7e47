import { type ApiAnswer, type ApiProcess, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/wares';
import { first, newCustomer } from './customer';
import { begin, type Step, standAtEveryStep, type Underway } from './every-step';
import { type End, endWorld, expectEnd, finalRow } from './expect-end';
import { requeries } from './processes';

// Time enough to bring six purchases to where they are to be, and clients who wait for longer than the lease.
const settings = { SYNC_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '4000', LEASE_MS: '5400' };

const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: [] };
const denied: End = { status: 'failed', cause: 'provider_never_had_it', vends: 0, events: [] };
const ends: Record<Step, End> = {
  accepted: sold,
  claimed: denied,
  sending: sold,
  vendedCable: sold,
  vendedPower: sold,
  settling: sold,
};
const steps = Object.keys(ends) as Step[];

describe('an api that sends by itself stands still for longer than its leases, with a provider that vends every order it gets', () => {
  let world: World;
  let paused: ApiProcess;
  let worker: WorkerProcess;
  let at: Record<Step, Underway>;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: 'true' } });
    worker = first(world.workers);
    paused = await world.addApi();
    at = await standAtEveryStep(world, paused);
    paused.pause();
    world.link('api-provider').release(); // the order that was on its way arrives, and the answers to the others wait to be read
  });
  afterAll(() => endWorld(world));

  test('its purchases would wait for it: a worker sends what was not sent, and asks about the rest when the leases are over', async () => {
    for (const step of steps) await expectEnd(world, at[step], ends[step]);
    const asked = await Promise.all(
      steps.map(async (step) => [step, requeries(worker, (await finalRow(world, at[step].ref)).id)]),
    );
    expect(Object.fromEntries(asked)).toEqual({
      accepted: [],
      claimed: expect.arrayContaining(['missing']),
      sending: ['delivered'],
      vendedCable: ['delivered'],
      vendedPower: ['delivered'],
      settling: ['delivered'],
    });
    const early = await world.sql(
      `SELECT request_ref FROM purchase WHERE sends = 1 AND final_at < sent_at + interval '5.4 seconds'`,
    );
    expect(early).toEqual([{ request_ref: at.accepted.ref }]);
  });

  test('it would send and settle again what others have brought to an end: it comes back late for all of it, and its clients are told the truth', async () => {
    const before = await rows();
    world.link('api-database').release();
    paused.resume();

    const answers = await Promise.all(steps.map(async (step) => [step, toldOf(await at[step].answer)]));
    expect(Object.fromEntries(answers)).toEqual({
      accepted: [200, expect.stringMatching(/^\d{20}$/)],
      claimed: [424, undefined],
      sending: [200, undefined],
      vendedCable: [200, undefined],
      vendedPower: [200, expect.stringMatching(/^\d{20}$/)],
      settling: [200, expect.stringMatching(/^\d{20}$/)],
    });
    expect(await paused.stop()).toBe(0); // what it had in hand is through
    // a claim heard of within the 8 s a statement may take has lost its deadline; one heard of later is not believed at all
    for (const send of sendsOf(before.claimed.id))
      expect(send).toMatchObject({ outcome: 'unsent', reason: 'the deadline had passed' });
    expect(sendsOf(before.accepted.id)).toEqual([]);
    for (const step of steps) expect(await expectEnd(world, at[step], ends[step])).toEqual(before[step]);
  });

  test('a purchase that it had settled would be settled again by others: nobody touches it, and its client is answered in the end', async () => {
    paused = await world.addApi();
    const customer = await newCustomer(world, { ware: prepaid });
    const { answer } = await begin(
      paused,
      customer,
      () => world.link('api-database').holdReplyAfter('record_settlements_').answered,
    );
    paused.pause();
    const settled = await expectEnd(world, customer, sold);
    world.link('api-database').release();
    paused.resume();

    expect(await answer).toMatchObject({ status: 200 });
    expect(await paused.stop()).toBe(0);
    expect(await expectEnd(world, customer, sold)).toEqual(settled);
    expect(requeries(worker, settled.id)).toEqual([]);
  });

  async function rows() {
    const each = steps.map(async (step) => [step, await finalRow(world, at[step].ref)]);
    return Object.fromEntries(await Promise.all(each)) as Record<Step, Awaited<ReturnType<typeof finalRow>>>;
  }

  const sendsOf = (id: string) => paused.logs('sent').filter(({ purchase }) => purchase === id);
});

const toldOf = (answer: ApiAnswer | undefined): unknown[] => [answer?.status, answer?.body.data?.token];
