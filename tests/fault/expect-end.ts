import { eventually, type PurchaseRow, type World } from '@topup/testkit';
import { prepaid } from '../journey/support/products';
import type { Buyer } from './buyer';
import { expectToken } from './expect-token';

/** How a purchase must stand when everything about it is over. */
export type ExpectedEnd = {
  status: 'success' | 'failed';
  /** Of the move to that state, as the history keeps it. */
  cause: string;
  /** How often the provider was asked for it, and gave it. */
  vends: 0 | 1;
  /** What the client was told by webhook, in this order, each once. */
  events: readonly ('pending' | 'success' | 'failed')[];
};

/** Waits until the purchase is final and its events are delivered; then the row, the money, the provider and the client must agree, and the meter have its token. */
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

/** Of the buyer's wallet, in kobo. */
export async function balance(world: World, { account }: Buyer): Promise<string | undefined> {
  const [wallet] = await world.sql<{ balance_kobo: string }>('SELECT balance_kobo FROM wallet WHERE account_id = $1', [
    account.id,
  ]);
  return wallet?.balance_kobo;
}

/**
 * For `afterAll`: when nothing moves any more, verifies the books, which forget nothing of what the tests before have done, and removes the world.
 * @throws when they do not add up, or when a process had ended by itself
 */
export async function verifyAndStop(world: World | undefined): Promise<void> {
  if (world === undefined) return;
  try {
    const running = [...world.apis, ...world.workers].filter((each) => each.unbidden() === undefined); // a kill would hide how the others ended
    await Promise.all(running.map((each) => each.kill()));
    await world.verifyBooks();
  } finally {
    await world.stop();
  }
}

/** Nothing was debited, and nothing is there that could be debited later. */
export async function expectNotAccepted(world: World, buyer: Buyer): Promise<void> {
  expect(await world.purchase(buyer.ref)).toBeUndefined();
  expect(await balance(world, buyer)).toBe(`${BigInt(buyer.product.naira) * 1000n}`);
}

async function money(world: World, purchaseId: string): Promise<[string, string][]> {
  const entries = await world.sql<{ kind: string; amount_kobo: string }>(
    'SELECT kind, amount_kobo FROM ledger_entry WHERE purchase_id = $1 ORDER BY id',
    [purchaseId],
  );
  return entries.map(({ kind, amount_kobo }) => [kind, amount_kobo]);
}

/** By the recipient, which is this buyer's alone: an order sent under another reference would be seen too. */
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

/** The statuses that the client's receiver was told of the purchase, but for answers to its own status queries. */
export function webhookStatusesOf(world: World, ref: string): unknown[] {
  return world.receiver.received
    .filter(({ body }) => body?.reference === ref && body.event !== 'transaction.requery')
    .map(({ body }) => body?.status);
}
