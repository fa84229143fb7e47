import { eventually, startWorld, type WebhookReceiver, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import { tokenIssuedFor } from '../journey/support/sandbox';
import { startTermii, TERMII_TAKES } from '../journey/support/termii';
import { last, newBuyer } from './buyer';
import { verifyAndStop } from './expect-end';
import { notificationsOf } from './expect-token';
import { kill, replaceWorker, rerunJob } from './processes';

describe('a worker killed while it sends an SMS leaves a customer without the paid token', () => {
  let termii: WebhookReceiver;
  let world: World;
  beforeAll(async () => {
    const started = await startTermii();
    termii = started.termii;
    world = await startWorld({ throughProxies: true, settings: started.settings });
  });
  afterAll(async () => {
    await termii?.stop();
    await verifyAndStop(world);
  });

  test('an SMS that may have been sent is sent again, and the purchase is unchanged', async () => {
    termii.answerWith({ kind: 'hang' });
    const { buyer, purchase, message } = await buyPower();
    await eventually(texts, ({ length }) => length === 1);

    termii.answerWith(TERMII_TAKES);
    await replaceWorker(world);
    await rerunJob(world, 'notifications', message);
    expect(await notificationsOf(world, purchase.id)).toEqual([
      expect.objectContaining({ state: 'queued', attempts: 1 }),
    ]);
    expect(texts()).toHaveLength(1); // the dead one may still be sending, as far as anyone knows
    await endAttempt(message);

    await expectSent(purchase.id, 2);
    const { token } = await tokenIssuedFor(world, String(purchase.provider_ref));
    expect(texts()).toEqual(Array(2).fill(expect.stringContaining(token.replace(/(\d{4})(?=\d)/g, '$1-'))));
    expect(await world.purchase(buyer.ref)).toEqual(purchase);
  });

  test('an SMS that was taken and not recorded comes twice at most, and is recorded by the next worker', async () => {
    const before = texts().length;
    // so that the statement shows its text, which the hold looks for: only the first one on a connection does
    await replaceWorker(world);
    const hold = world
      .link('worker-database')
      .holdRequestsWith('finished_at = clock_timestamp(), next_attempt_at = NULL');
    const { purchase, message } = await buyPower();
    await hold.fired;
    expect(texts()).toHaveLength(before + 1);

    await kill(last(world.workers));
    world.link('worker-database').cut();
    await world.addWorker();
    await endAttempt(message);

    await expectSent(purchase.id, 2);
    expect(texts()).toHaveLength(before + 2);
  });

  /** Buys prepaid electricity, and reads its notification. */
  async function buyPower() {
    const buyer = await newBuyer(world, { product: prepaid });
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    const purchase = await world.purchase(buyer.ref);
    if (purchase === undefined) throw new Error('no row');
    const [message, ...more] = await notificationsOf(world, purchase.id);
    expect(more).toEqual([]);
    return { buyer, purchase, message: message?.id ?? '' };
  }

  /** Ends the minute of an attempt, in the row. */
  const endAttempt = (id: string) =>
    world.sql('UPDATE notification SET next_attempt_at = clock_timestamp() WHERE id = $1 AND attempts = 1', [id]);

  async function expectSent(purchaseId: string, attempts: number): Promise<void> {
    const [message] = await eventually(
      () => notificationsOf(world, purchaseId),
      ([one]) => one?.state !== 'queued',
    );
    expect(message).toMatchObject({ state: 'sent', attempts });
  }

  const texts = () => termii.received.map(({ body }) => body?.sms);
});
