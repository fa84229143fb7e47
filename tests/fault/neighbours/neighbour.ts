import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver, type TestAccount, type WebhookReceiver, type World } from '@topup/testkit';
import { airtime, cable, data, numberOf, type Product, prepaid } from '../../journey/support/products';
import { type Answer, type Caller, createCaller } from './caller';
import { type Call, type Figures, figuresOf } from './figures';

/** An account that buys, asks, and gets webhooks at a receiver of its own. */
export type Neighbour = {
  readonly account: TestAccount;
  readonly receiver: WebhookReceiver;
  /**
   * Buys each product twice a second for `ms`, asks for the status of what it bought, and looks things up; all at an
   * even rate, whatever becomes of the calls before. Fulfilled when every call has its answer and every webhook of its
   * purchases has come or is late.
   */
  round(ms: number): Promise<Figures>;
  stop(): Promise<void>;
};

/** A call that the neighbour makes `perSecond` times. `ref`: of a purchase. Null: there is nothing to do this time. */
type Habit = { kind: string; perSecond: number; act(n: number): Promise<Answer & { ref?: string }> | null };

const PURCHASES_PER_SECOND = 2;
/** The `Retry-After` of an overload. */
const RETRY_AFTER_MS = 1_000;
/** The client waits 15 s for its purchase, and its event takes no longer than that. */
const WEBHOOK_WITHIN_MS = 30_000;
/** Delivered without an answer: only a requery finds it. */
const DELIVERED_UNSAID = numberOf('08');

/** Opens the account with its receiver. */
export async function newNeighbour(world: World): Promise<Neighbour> {
  const account = await world.addAccount(50_000_000);
  const receiver = await startWebhookReceiver();
  await world.clientFor(account).setWebhook(receiver.url);
  const caller = createCaller(world.apis[0]?.url ?? '', account.apiKey);
  const sold: string[] = [];
  const unsaid = buying(caller, airtime, sold, DELIVERED_UNSAID);
  const habits = [
    ...[airtime, data, cable, prepaid].map((product) => buying(caller, product, sold)),
    { ...unsaid, kind: 'airtime without an answer', perSecond: 1 },
    ...asking(caller, sold),
  ];

  return {
    account,
    receiver,
    async round(ms) {
      const calls: Promise<Call & { ref?: string }>[] = [];
      const began = performance.now();
      for (const { habit, n, dueMs } of plan(habits, ms)) {
        const leftMs = began + dueMs - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        const acting = habit.act(n);
        if (acting !== null) calls.push(acting.then((answer) => ({ kind: habit.kind, ...answer })));
      }
      const all = await Promise.all(calls);
      const refs = all.flatMap(({ ref }) => ref ?? []);
      return figuresOf([...all, ...(await webhooksOf(world, receiver, refs))]);
    },
    stop: async () => {
      caller.close();
      await receiver.stop();
    },
  };
}

/** Every call of `ms`, in the order of their times. The kinds do not begin together. */
function plan(habits: Habit[], ms: number): { habit: Habit; n: number; dueMs: number }[] {
  const due = habits.flatMap((habit, place) => {
    const everyMs = 1_000 / habit.perSecond;
    const count = Math.floor(ms / everyMs);
    return Array.from({ length: count }, (_, n) => ({ habit, n, dueMs: (n + place / habits.length) * everyMs }));
  });
  return due.sort((a, b) => a.dueMs - b.dueMs);
}

let recipients = 0;

/** `recipient`: default another one each time, to which everything is delivered. */
function buying(caller: Caller, product: Product, sold: string[], recipient?: string): Habit {
  return {
    kind: product.title,
    perSecond: PURCHASES_PER_SECOND,
    async act() {
      recipients += 1;
      const ref = randomUUID();
      const to = recipient ?? `0803${String(recipients).padStart(7, '0')}`;
      const order = { ...product.body(to, product.naira), request_ref: ref };
      const sentAt = performance.now();
      let answer = await caller.post(product.path, order);
      // a busy machine is overloaded for a moment: the client sends the same order again, and its time goes on
      while (answer.status === 429) {
        await sleep(RETRY_AFTER_MS);
        answer = await caller.post(product.path, order);
      }
      if (answer.status === 200) sold.push(ref);
      return { ...answer, ms: performance.now() - sentAt, ref };
    },
  };
}

/** Below the limits of an account: 600 status queries and 300 lookups a minute. */
function asking(caller: Caller, sold: string[]): Habit[] {
  const meter = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' };
  const smartcard = { product_type: 'gotv', smartcard_number: '1212121212' };
  return [
    {
      kind: 'status',
      perSecond: 5,
      act: () => (sold.length === 0 ? null : caller.post('/v1/transaction/status', { request_ref: sold.at(-1) })),
    },
    {
      kind: 'verify',
      perSecond: 3,
      act: (n) =>
        n % 2 === 0 ? caller.post('/v1/electricity/verify', meter) : caller.post('/v1/cabletv/verify', smartcard),
    },
    {
      kind: 'packages',
      perSecond: 1,
      act: () => caller.post('/v1/cabletv/variations', { product_type: 'dstv' }),
    },
  ];
}

/** How late the final event of each of these purchases came after it was final, once it has come or is late. */
async function webhooksOf(world: World, receiver: WebhookReceiver, refs: string[]): Promise<Call[]> {
  const rows = await world.sql<{ ref: string; final_ms: number }>(
    `SELECT request_ref AS ref, (extract(epoch FROM final_at) * 1000)::float8 AS final_ms FROM purchase
      WHERE request_ref = ANY ($1) AND product_type IN ('AIRTIME', 'DATA') AND final_at IS NOT NULL`,
    [refs],
  );
  return Promise.all(
    rows.map(async ({ ref, final_ms }): Promise<Call> => {
      const leftMs = Math.max(1, final_ms + WEBHOOK_WITHIN_MS - Date.now());
      const came = await receiver
        .waitFor(({ body }) => body?.reference === ref && isFinal(body.event), leftMs)
        .catch(() => null);
      return came === null
        ? { kind: 'webhook', status: 0, ms: Number.POSITIVE_INFINITY }
        : { kind: 'webhook', status: 200, ms: Math.max(0, came.receivedAt.getTime() - final_ms) };
    }),
  );
}

const isFinal = (event: unknown): boolean => /\.purchase\.(success|failed)$/.test(String(event));
