import { randomUUID } from 'node:crypto';
import {
  eventually,
  journeyMode,
  type PurchaseRow,
  type ReceivedWebhook,
  startWorld,
  type WebhookReceiver,
  type World,
} from '@topup/testkit';
import { expectConsistent } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { buy, numberOf, postpaid, prepaid } from './support/products';
import { startTermii, TERMII_API_KEY, TERMII_TAKES } from './support/termii';

const PHONE = '08051230987';

let world: World;
let termii: WebhookReceiver;

beforeAll(async () => {
  const started = await startTermii();
  termii = started.termii;
  world = await startWorld({ settings: started.settings, sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' } });
});
beforeEach(() => termii.answerWith(TERMII_TAKES));
afterAll(async () => {
  await world?.stop();
  await termii?.stop();
});

type Stored = { state: string; attempts: number; error: string | null };

const sent = (token: unknown): ReceivedWebhook[] =>
  termii.received.filter(({ body }) => String(body?.sms).replaceAll('-', '').includes(String(token)));
const notificationOf = async (ref: string): Promise<Stored | undefined> =>
  (
    await world.sql<Stored>(
      'SELECT n.* FROM notification n JOIN purchase p ON p.id = n.purchase_id WHERE p.request_ref = $1',
      [ref],
    )
  )[0];

async function buyToken(recipient?: string): Promise<{ ref: string; token: unknown; row: PurchaseRow | undefined }> {
  const ref = randomUUID();
  await buy(world.client, prepaid, ref, recipient, { phone: PHONE });
  const row = await eventually(
    () => world.purchase(ref),
    (purchase) => purchase?.status === 'success',
  );
  return { ref, token: (await world.client.status(ref)).body.data?.token, row };
}

/** Waits until a message has this state after this many attempts. A failed attempt leaves it queued. */
const stored = (ref: string, state: string, attempts: number) =>
  eventually(
    () => notificationOf(ref),
    (notification) =>
      notification?.state === state &&
      notification.attempts === attempts &&
      (state === 'sent' || notification.error !== null),
  );

// a test purchase sends no SMS, so that no stranger gets one: what is true of it is tested below (specification 1.4)
const describeLive = journeyMode === 'live' ? describe : () => undefined;

describeLive('a customer never gets the token that was paid for', () => {
  test('the token is sent by SMS once, in groups of four, to the phone of the order', async () => {
    const { ref, token } = await buyToken();
    expect(await stored(ref, 'sent', 1)).toMatchObject({ error: null });
    const [message, ...more] = sent(token);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ method: 'POST', path: '/api/sms/send' });
    expect(message?.body).toEqual({
      to: `234${PHONE.slice(1)}`,
      from: 'TopUp',
      sms: expect.stringMatching(
        /^Ikeja Electric token: (\d{4}-){4}\d{4}\nUnits: [\d.]+ kWh\nMeter: 08031234567\nAmount: NGN 2000\.00$/,
      ),
      type: 'plain',
      channel: 'dnd',
      api_key: TERMII_API_KEY,
    });
  });

  test('a late token is sent by SMS when a requery brings it', async () => {
    const { ref, token } = await buyToken(numberOf('13'));
    await stored(ref, 'sent', 1);
    expect(sent(token)).toHaveLength(1);
  });

  test.each([
    { does: 'is down', answer: { kind: 'answer', status: 503 } as const, error: 'Termii answered HTTP 503' },
    { does: 'breaks off', answer: { kind: 'reset' } as const, error: 'ECONNRESET' },
    {
      does: 'refuses in words',
      answer: { ...TERMII_TAKES, body: '{"message":"Insufficient balance"}' } as const,
      error: 'did not say that it took',
    },
  ])('when Termii $does, the next try sends the token, and the purchase is unchanged', async ({ answer, error }) => {
    termii.answerWith(answer);
    const { ref, token, row } = await buyToken();
    expect(await stored(ref, 'queued', 1)).toMatchObject({ error: expect.stringContaining(error) });

    termii.answerWith(TERMII_TAKES);
    await world.sql(
      `UPDATE notification SET next_attempt_at = clock_timestamp() WHERE purchase_id = $1`,
      [row?.id], // the next try is due in 10 s
    );
    await stored(ref, 'sent', 2);
    expect(sent(token)).toHaveLength(2);
    expect(await world.purchase(ref)).toEqual(row);
    expect((await world.client.status(ref)).body.data).toMatchObject({ token });
  });
});

describe('an SMS is sent that nobody needs, or a secret is logged', () => {
  if (journeyMode === 'test') {
    test.each([undefined, numberOf('13')])(
      'a token that test money bought is sent to nobody: %s',
      async (recipient) => {
        const { ref, token } = await buyToken(recipient);
        expect(token).toMatch(/^\d{20}$/);
        expect(await notificationOf(ref)).toBeUndefined(); // it would have been written with the success
        expect(termii.received).toEqual([]);
      },
    );
  }

  test('a postpaid bill sends no SMS', async () => {
    const before = termii.received.length;
    const ref = randomUUID();
    expect((await buy(world.client, postpaid, ref)).status).toBe(200);
    expect(await notificationOf(ref)).toBeUndefined();
    if (world.mode === 'test') return; // neither does a prepaid one
    await buyToken();
    await eventually(
      () => termii.received.length,
      (count) => count > before,
    );
    expect(termii.received).toHaveLength(before + 1);
  });

  test('neither Termii’s key nor a token is in a log, and the books add up', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world, TERMII_API_KEY);
  });
});
