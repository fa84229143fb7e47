import { type ApiAnswer, type ApiProcess, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { denied, type ExpectedEnd, expectEnd, finalRow, sold, verifyAndStop } from './expect-end';
import { buyAndHold, type HeldPurchase, holdAtEveryStep, type Step } from './hold-at-every-step';
import { requeries } from './processes';

// There is time to hold six purchases, and the window is longer than the lease.
const settings = { SYNC_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '4000' };

const ends: Record<Step, ExpectedEnd> = {
  accepted: sold(),
  claimed: denied(),
  sending: sold(),
  vendedCable: sold(),
  vendedPower: sold(),
  settling: sold(),
};
const steps = Object.keys(ends) as Step[];

describe('an api paused for longer than its leases sends or settles again', () => {
  let world: World;
  let paused: ApiProcess;
  let worker: WorkerProcess;
  let at: Record<Step, HeldPurchase>;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: 'true' } });
    worker = first(world.workers);
    paused = await world.addApi();
    at = await holdAtEveryStep(world, paused);
    paused.pause();
    // the order that was on its way arrives, and the answers to the others wait to be read
    world.link('api-provider').release();
  });
  afterAll(() => verifyAndStop(world));

  // fault P2: enqueue, claim, send
  test('a worker sends what was not sent, and requeries the rest when the leases are over', async () => {
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
      `SELECT request_ref FROM purchase WHERE sends = 1 AND final_at < sent_at + interval '5.3 seconds'`,
    );
    expect(early).toEqual([{ request_ref: at.accepted.ref }]);
  });

  // fault P2: claim, send, answer
  test('the resumed api changes nothing, and answers its clients the truth', async () => {
    const before = await rows();
    world.link('api-database').release();
    paused.resume();

    const answers = await Promise.all(steps.map(async (step) => [step, answerOf(await at[step].answer)]));
    expect(Object.fromEntries(answers)).toEqual({
      accepted: [200, expect.stringMatching(/^\d{20}$/)],
      claimed: [424, undefined],
      sending: [200, undefined],
      vendedCable: [200, undefined],
      vendedPower: [200, expect.stringMatching(/^\d{20}$/)],
      settling: [200, expect.stringMatching(/^\d{20}$/)],
    });
    expect(await paused.stop()).toBe(0); // what it had in hand is through
    // the answer to the claim comes after the deadline of the send, or even after the 8 s of a statement: then it is
    // ignored
    for (const send of sendsOf(before.claimed.id))
      expect(send).toMatchObject({ outcome: 'unsent', reason: 'the deadline passed' });
    expect(sendsOf(before.accepted.id)).toEqual([]);
    for (const step of steps) expect(await expectEnd(world, at[step], ends[step])).toEqual(before[step]);
  });

  // fault P2: settle
  test('a purchase that it had settled is not touched, and its client gets an answer', async () => {
    paused = await world.addApi();
    const buyer = await newBuyer(world, { product: prepaid });
    const { answer } = await buyAndHold(
      paused,
      buyer,
      () => world.link('api-database').holdReplyAfter('record_settlements_').answered,
    );
    paused.pause();
    const settled = await expectEnd(world, buyer, sold());
    world.link('api-database').release();
    paused.resume();

    expect(await answer).toMatchObject({ status: 200 });
    expect(await paused.stop()).toBe(0);
    expect(await expectEnd(world, buyer, sold())).toEqual(settled);
    expect(requeries(worker, settled.id)).toEqual([]);
  });

  async function rows() {
    const each = steps.map(async (step) => [step, await finalRow(world, at[step].ref)]);
    return Object.fromEntries(await Promise.all(each)) as Record<Step, Awaited<ReturnType<typeof finalRow>>>;
  }

  const sendsOf = (id: string) => paused.logs('sent').filter(({ purchase }) => purchase === id);
});

const answerOf = (answer: ApiAnswer | undefined): unknown[] => [answer?.status, answer?.body.data?.token];
