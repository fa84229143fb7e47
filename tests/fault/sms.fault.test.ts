import { eventually, startWebhookReceiver, startWorld, type WebhookReceiver, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import { tokenIssuedFor } from '../journey/support/sandbox';
import { last, newBuyer } from './buyer';
import { verifyAndStop } from './expect-end';
import { notificationsOf } from './expect-token';
import { kill, replaceWorker, rerunJob } from './processes';

const TAKEN = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"code":"ok","message_id":"1"}',
} as const;

describe('a worker is killed while it sends a token by SMS', () => {
  let termii: WebhookReceiver;
  let world: World;
  beforeAll(async () => {
    termii = await startWebhookReceiver();
    const settings = {
      TERMII_BASE_URL: `http://127.0.0.1:${termii.port}`,
      TERMII_API_KEY: 'key',
      TERMII_SENDER_ID: 'TopUp',
    };
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(async () => {
    await termii?.stop();
    await verifyAndStop(world);
  });

  test('a buyer would sit in the dark with a paid token: nobody knows whether it was sent, so it is sent again, and the purchase stays as it is', async () => {
    termii.answerWith({ kind: 'hang' });
    const { buyer, purchase, message } = await buyPower();
    await eventually(texts, ({ length }) => length === 1);

    termii.answerWith(TAKEN);
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

  test('a message that was taken, which its worker could not note any more, may come twice but must come to an end: the next one notes it', async () => {
    const before = texts().length;
    await replaceWorker(world); // so that the statement shows its text, which the hold looks for: only the first one on a connection does
    const hold = world.link('worker-database').holdRequestsWith('UPDATE notification SET state');
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

  /** Buys, and waits for the message to be written. */
  async function buyPower() {
    const buyer = await newBuyer(world, { product: prepaid });
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    const purchase = await world.purchase(buyer.ref);
    if (purchase === undefined) throw new Error('no row');
    const [message, ...more] = await notificationsOf(world, purchase.id);
    expect(more).toEqual([]);
    return { buyer, purchase, message: message?.id ?? '' };
  }

  /** The minute that an attempt has passes in the row instead of in the test. */
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
