import type { World } from '@topup/testkit';

/** The ledger entries of a purchase in kobo, oldest first: `debit -10000`, `refund 10000`. */
export async function ledgerEntriesOf(world: World, ref: string): Promise<string[]> {
  const rows = await world.sql<{ kind: string; amount_kobo: string }>(
    'SELECT e.kind, e.amount_kobo FROM ledger_entry e JOIN purchase p ON p.id = e.purchase_id WHERE p.request_ref = $1 ORDER BY e.id',
    [ref],
  );
  return rows.map(({ kind, amount_kobo }) => `${kind} ${amount_kobo}`);
}

export type StoredEvent = {
  event: string;
  status: string;
  state: 'queued' | 'sending' | 'delivered' | 'undelivered';
  url: string | null;
  http_status: number | null;
  error: string | null;
  created_at: Date;
  claimed_at: Date | null;
  finished_at: Date | null;
};

/** The events of a purchase, oldest first. */
export function storedEventsOf(world: World, ref: string): Promise<StoredEvent[]> {
  return world.sql<StoredEvent>(
    'SELECT e.* FROM webhook_event e JOIN purchase p ON p.id = e.purchase_id WHERE p.request_ref = $1 ORDER BY e.seq',
    [ref],
  );
}

/** What the sandbox recorded for a provider reference: the outcome of each order, and the number of deliveries. */
export async function providerRecordOf(
  world: World,
  providerRef: string | null | undefined,
): Promise<{ posts: string[]; vends: number }> {
  const { posts, deliveries } = await world.ledger();
  return {
    posts: posts.filter(({ request_id }) => request_id === providerRef).map(({ outcome }) => outcome),
    vends: deliveries.filter(({ request_id }) => request_id === providerRef).length,
  };
}

/**
 * Of the whole world: no order was sent or delivered twice, no refunded purchase was delivered (unless the provider
 * took it back), and the books are sound.
 */
export async function expectConsistent(world: World): Promise<void> {
  const { posts, deliveries, reversals } = await world.ledger();
  expect(repeated(posts.map(({ request_id }) => request_id))).toEqual([]);
  expect(repeated(deliveries.map(({ request_id }) => request_id))).toEqual([]);
  const refunded = await world.sql<{ provider_ref: string }>(
    "SELECT provider_ref FROM purchase WHERE status IN ('failed', 'refunded')",
  );
  const refunds = new Set(refunded.map(({ provider_ref }) => provider_ref));
  for (const { request_id } of reversals) refunds.delete(request_id);
  expect(deliveries.filter(({ request_id }) => refunds.has(request_id))).toEqual([]);
  await world.verifyBooks();
}

const repeated = <T>(values: T[]): T[] => values.filter((value, i) => values.indexOf(value) !== i);
