import { eventually, type PurchaseRow, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import type { Buyer } from './buyer';
import { expectToken } from './expect-token';

/** The required state of a purchase when all work on it is done. */
export type ExpectedEnd = {
  status: 'success' | 'failed';
  /** The cause of the final status. */
  cause: string;
  /** How often the provider got the order and delivered it. */
  vends: 0 | 1;
  /** The statuses of its events, in order, each sent once. */
  events: readonly ('pending' | 'success' | 'failed')[];
};

type EventStatus = ExpectedEnd['events'][number];

/** It was delivered, and these events were sent. */
export const sold = (...events: EventStatus[]): ExpectedEnd => ({
  status: 'success',
  cause: 'provider_delivered',
  vends: 1,
  events,
});

/** The provider denied repeatedly that it has the order. */
export const denied = (...events: EventStatus[]): ExpectedEnd => ({
  status: 'failed',
  cause: 'provider_never_had_it',
  vends: 0,
  events,
});

/**
 * Waits until the purchase is final and its events are delivered, and compares row, money, provider, events and token.
 */
export async function expectEnd(world: World, buyer: Buyer, end: ExpectedEnd): Promise<PurchaseRow> {
  const { ref, product } = buyer;
  const price = BigInt(product.naira) * 100n;
  const row = await finalRow(world, ref);
  expect(row).toMatchObject({ status: end.status, cause: end.cause, sends: 1, needs_review: false });
  const refunds = end.status === 'failed' ? [['refund', `${price}`]] : [];
  expect(await money(world, row.id)).toEqual([['debit', `-${price}`], ...refunds]);
  expect(await balance(world, buyer)).toBe(`${price * (end.status === 'failed' ? 10n : 9n)}`);
  expect(await atProvider(world, buyer, row)).toEqual({ vends: end.vends, posts: end.vends });
  await expectEvents(world, ref, row.id, end.events);
  if (product === prepaid) await expectToken(world, buyer, row);
  return row;
}

export async function finalRow(world: World, ref: string): Promise<PurchaseRow> {
  const row = await eventually(
    () => world.purchase(ref),
    (purchase) => purchase !== undefined && purchase.final_at !== null,
  );
  if (row === undefined) throw new Error('no row'); // eventually has seen to it
  return row;
}

/** The balance of the buyer's wallet, in kobo. */
export async function balance(world: World, { account }: Buyer): Promise<string | undefined> {
  const [wallet] = await world.sql<{ balance_kobo: string }>('SELECT balance_kobo FROM wallet WHERE account_id = $1', [
    account.id,
  ]);
  return wallet?.balance_kobo;
}

/**
 * For `afterAll`: stops all processes, verifies the books of all tests before, and removes the world.
 * @throws when the books are not sound, or a process had ended unexpectedly
 */
export async function verifyAndStop(world: World | undefined): Promise<void> {
  if (world === undefined) return;
  try {
    // a kill would hide how the others ended
    const running = [...world.apis, ...world.workers].filter((each) => each.unbidden() === undefined);
    await Promise.all(running.map((each) => each.kill()));
    await world.verifyBooks();
  } finally {
    await world.stop();
  }
}

/** Nothing was debited, and there is no purchase. */
export async function expectNotAccepted(world: World, buyer: Buyer): Promise<void> {
  expect(await world.purchase(buyer.ref)).toBeUndefined();
  expect(await balance(world, buyer)).toBe(`${BigInt(buyer.product.naira) * 1000n}`);
}

export async function money(world: World, purchaseId: string): Promise<[string, string][]> {
  const entries = await world.sql<{ kind: string; amount_kobo: string }>(
    'SELECT kind, amount_kobo FROM ledger_entry WHERE purchase_id = $1 ORDER BY id',
    [purchaseId],
  );
  return entries.map(({ kind, amount_kobo }) => [kind, amount_kobo]);
}

/** By the recipient, which only this buyer has: an order under another reference would count too. */
async function atProvider(
  world: World,
  { recipient }: Buyer,
  row: PurchaseRow,
): Promise<{ vends: number; posts: number }> {
  const { deliveries, posts } = await world.ledger();
  return {
    vends: deliveries.filter((delivery) => delivery.recipient === recipient).length,
    posts: posts.filter(({ request_id }) => request_id === row.provider_ref).length,
  };
}

async function expectEvents(world: World, ref: string, purchaseId: string, events: readonly string[]): Promise<void> {
  const rows = await eventually(
    () =>
      world.sql<{ status: string; state: string }>(
        `SELECT status, state FROM webhook_event WHERE purchase_id = $1 AND event <> 'transaction.requery' ORDER BY seq`,
        [purchaseId],
      ),
    (all) => all.length >= events.length && all.every(({ state }) => state === 'delivered'),
  );
  expect(rows.map(({ status }) => status)).toEqual(events);
  expect(webhookStatusesOf(world, ref)).toEqual(events);
}

/** The statuses of the webhooks of a purchase, in order of arrival, without `transaction.requery`. */
export function webhookStatusesOf(world: World, ref: string): unknown[] {
  return world.receiver.received
    .filter(({ body }) => body?.reference === ref && body.event !== 'transaction.requery')
    .map(({ body }) => body?.status);
}
