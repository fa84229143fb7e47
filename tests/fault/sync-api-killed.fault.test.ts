import { type ApiProcess, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { denied, expectEnd, finalRow, sold, verifyAndStop } from './expect-end';
import { notificationsOf } from './expect-token';
import { buyAndHold, type HeldPurchase, holdAtEveryStep, type Step } from './hold-at-every-step';
import { backends, expireLeases, kill, requeries, untilBackendsEnd } from './processes';
import { PROVIDER_MODES } from './provider-modes';

// The victims wait until six purchases are held.
const longWaits = { SYNC_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '15000' };

describe.each(PROVIDER_MODES)(
  'an api killed while it sends loses or repeats the purchase, with %s',
  (_, vendsEveryPost) => {
    let world: World;
    let survivor: ApiProcess;
    let worker: WorkerProcess;
    let at: Record<Step, HeldPurchase>;
    let orphaned: number[];
    beforeAll(async () => {
      world = await startWorld({ throughProxies: true, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: vendsEveryPost } });
      survivor = first(world.apis);
      worker = first(world.workers);
      const victim = await world.addApi(longWaits);
      const others = await backends(world, 'topup-api-send');
      at = await holdAtEveryStep(world, victim);
      orphaned = await backends(world, 'topup-api-send', others);

      await kill(victim);
      world.link('api-provider').cut(); // the order that was on its way is lost
      expect(await Promise.all(Object.values(at).map(({ answer }) => answer))).toEqual(Array(6).fill(undefined));
      await expireLeases(world);
    });
    afterAll(() => verifyAndStop(world));

    async function expectUsed({ buy }: HeldPurchase): Promise<void> {
      expect(await buy(survivor)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('with this request_ref was debited') },
      });
    }

    // fault P1: claim
    test('the sweeper of a worker sends a purchase that was only debited', async () => {
      const { id } = await expectEnd(world, at.accepted, sold());
      expect(sendsOf(id)).toEqual([expect.objectContaining({ outcome: 'delivered' })]);
      await expectUsed(at.accepted);
    });

    // fault P1: claim, send
    test.each<['claimed' | 'sending', string]>([
      ['claimed', 'that never left'],
      ['sending', 'that was lost on its way'],
    ])('%s: an order %s is refunded after three denials, and never sent', async (step) => {
      const { id } = await expectEnd(world, at[step], denied());
      const denials = requeries(worker, id);
      expect(denials.length).toBeGreaterThanOrEqual(3);
      expect(new Set(denials)).toEqual(new Set(['missing']));
      expect(sendsOf(id)).toEqual([]);
      await expectUsed(at[step]);
    });

    // fault P1: send, settle
    test.each(['vendedCable', 'vendedPower', 'settling'] as const)(
      '%s: a worker requeries what the provider delivered, and sends nothing',
      async (step) => {
        const { id } = await expectEnd(world, at[step], sold());
        expect(new Set(requeries(worker, id))).toEqual(new Set(['delivered']));
        expect(sendsOf(id)).toEqual([]);
        await expectUsed(at[step]);
      },
    );

    // fault P1: settle
    test('a late settlement of the dead api neither settles again nor sends a second SMS', async () => {
      const settled = await finalRow(world, at.settling.ref);
      expect(orphaned).not.toEqual([]);
      world.link('api-database').release();
      await untilBackendsEnd(world, orphaned);
      expect(await expectEnd(world, at.settling, sold())).toEqual(settled);
    });

    // fault P1: answer
    test('a settled purchase is not requeried, and its token is sent once', async () => {
      const victim = await world.addApi(longWaits);
      const buyer = await newBuyer(world, { product: prepaid });
      const { answer } = await buyAndHold(
        victim,
        buyer,
        () => world.link('api-database').holdReplyAfter('record_settlements_').answered,
      );
      // at once: it polls for final rows, and would answer
      await kill(victim);
      expect(await answer).toBeUndefined();
      const settled = await finalRow(world, buyer.ref);

      expect(await notificationsOf(world, settled.id)).toEqual([
        expect.objectContaining({ state: 'queued', attempts: 0 }),
      ]);
      expect(await expectEnd(world, buyer, sold())).toEqual(settled);
      expect(requeries(worker, settled.id)).toEqual([]);
    });

    const sendsOf = (id: string) => worker.logs('sent').filter(({ purchase }) => purchase === id);
  },
);
