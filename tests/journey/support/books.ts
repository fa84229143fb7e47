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

/** Returns the sandbox's record for a provider reference: the outcome of each order, and the number of deliveries. */
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

/** A purchase was sent and delivered once: by the sandbox's record, or for a test purchase by that of the simulator. */
export async function expectSold(world: World, ref: string): Promise<void> {
  const row = await world.purchase(ref);
  if (world.mode === 'live')
    expect(await providerRecordOf(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });
  else expect(await simulatedIdsOf(world, ref)).toEqual([`sim-${row?.provider_ref}`]);
}

/** A purchase was not delivered, neither by the sandbox nor by the simulator. */
export async function expectNotSold(world: World, ref: string): Promise<void> {
  if (world.mode === 'live')
    expect(await providerRecordOf(world, (await world.purchase(ref))?.provider_ref)).toMatchObject({ vends: 0 });
  else expect(await simulatedIdsOf(world, ref)).toEqual([null]);
}

/** For each order that the simulator was sent for a purchase, the id with which it was delivered, or null. */
async function simulatedIdsOf(world: World, ref: string): Promise<(string | null)[]> {
  const orders = await world.sql<{ id: string | null }>(
    `SELECT p.provider_evidence ->> 'provider_transaction_id' AS id
       FROM simulated_order o JOIN purchase p USING (provider_ref) WHERE p.request_ref = $1`,
    [ref],
  );
  return orders.map(({ id }) => id);
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
