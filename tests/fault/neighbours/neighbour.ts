import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver, type TestAccount, type WebhookReceiver, type World } from '@topup/testkit';
import { airtime, cable, data, type Product, prepaid } from '../../journey/support/products';
import { type Answer, type Caller, createCaller } from './caller';
import { type Call, type Figures, figuresOf, WEBHOOK_WITHIN_MS } from './figures';

/** The account that nobody may stop: it buys, asks, and gets webhooks at a receiver of its own. */
export type Neighbour = {
  readonly account: TestAccount;
  readonly receiver: WebhookReceiver;
  /**
   * Buys each product five times a second for `ms`, asks for the status of what it bought, and looks things up; all at
   * an even rate, whatever becomes of the calls before. Fulfilled when every call is answered and every webhook of its
   * purchases has come or is late.
   * @param outageOf what to excuse of the purchases with these references; asked when all calls are answered
   */
  round(ms: number, outageOf?: (refs: string[]) => Promise<Outage>): Promise<Figures>;
  /** From the next round on it does this too. */
  also(habit: Habit): void;
  /** Buying `product` for `recipient`, as a habit. */
  buy(product: Product, recipient: string): Habit;
  stop(): Promise<void>;
};

/**
 * Workers were killed. Of the purchases in `held` nothing is expected. Calls made from `fromMs` to `toMs` (of
 * `performance.now`) must be answered well, at whatever time.
 */
export type Outage = { held: ReadonlySet<string>; fromMs: number; toMs: number };

const NO_OUTAGE: Outage = { held: new Set(), fromMs: 0, toMs: 0 };

/** What the neighbour does `perSecond` times. `ref`: of a purchase. Null: there is nothing to do this time. */
export type Habit = { kind: string; perSecond: number; act(n: number): Promise<Answer & { ref?: string }> | null };

const PURCHASES_PER_SECOND = 5;

/** Opens the account with its receiver. */
export async function newNeighbour(world: World): Promise<Neighbour> {
  const account = await world.addAccount(50_000_000);
  const receiver = await startWebhookReceiver();
  await world.clientFor(account).setWebhook(receiver.url);
  const caller = createCaller(world.apis[0]?.url ?? '', account.apiKey);
  const sold: string[] = [];
  const habits = [
    ...[airtime, data, cable, prepaid].map((product) => buying(caller, product, sold)),
    ...asking(caller, sold),
  ];

  return {
    account,
    receiver,
    async round(ms, outageOf) {
      const calls: Promise<Omit<Call, 'timed'> & { atMs: number; ref?: string }>[] = [];
      const began = performance.now();
      for (const { habit, n, dueMs } of plan(habits, ms)) {
        const leftMs = began + dueMs - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        const atMs = performance.now();
        const acting = habit.act(n);
        if (acting !== null) calls.push(acting.then((answer) => ({ kind: habit.kind, atMs, ...answer })));
      }
      const all = await Promise.all(calls);
      const refs = all.flatMap(({ ref }) => ref ?? []);
      const { held, fromMs, toMs } = (await outageOf?.(refs)) ?? NO_OUTAGE;
      const counted = all
        .filter(({ ref }) => ref === undefined || !held.has(ref))
        .map((call) => ({ ...call, timed: call.atMs < fromMs || call.atMs > toMs }));
      const announced = refs.filter((ref) => !held.has(ref));
      return figuresOf(counted, await webhooksOf(world, receiver, announced));
    },
    also: (habit) => void habits.push(habit),
    stop: async () => {
      caller.close();
      await receiver.stop();
    },
    buy: (product, recipient) => buying(caller, product, sold, recipient),
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
      const answer = await caller.post(product.path, { ...product.body(to, product.naira), request_ref: ref });
      if (answer.status === 200) sold.push(ref);
      return { ...answer, ref };
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

/** How late the final event of each of these purchases came, in ms, once it has come or is late. */
async function webhooksOf(world: World, receiver: WebhookReceiver, refs: string[]): Promise<number[]> {
  const rows = await world.sql<{ ref: string; final_ms: number }>(
    `SELECT request_ref AS ref, (extract(epoch FROM final_at) * 1000)::float8 AS final_ms FROM purchase
      WHERE request_ref = ANY ($1) AND product_type IN ('AIRTIME', 'DATA') AND final_at IS NOT NULL`,
    [refs],
  );
  const came = await Promise.allSettled(
    rows.map(async ({ ref, final_ms }) => {
      const leftMs = Math.max(1, final_ms + WEBHOOK_WITHIN_MS - Date.now());
      const { receivedAt } = await receiver.waitFor(
        ({ body }) => body?.reference === ref && isFinal(body.event),
        leftMs,
      );
      return receivedAt.getTime() - final_ms;
    }),
  );
  return came.map((each) => (each.status === 'fulfilled' ? Math.max(0, each.value) : Number.POSITIVE_INFINITY));
}

const isFinal = (event: unknown): boolean => /\.purchase\.(success|failed)$/.test(String(event));
