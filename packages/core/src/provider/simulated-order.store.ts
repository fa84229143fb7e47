import { type Db, sql } from '../shared/db';

/** The simulator's record of an order. `requeries`: how often it was asked about, this time included. */
type SimulatedOrder = { requeries: number; token: string | null };

/** Keeps an order that the simulator was sent. It is known from `inMs` on, when it would have arrived. */
export async function insertSimulatedOrder(
  db: Db,
  order: { providerRef: string; accountId: string; token: string | null; inMs: number },
): Promise<void> {
  const { providerRef, accountId, token, inMs } = order;
  await db.$executeRaw(sql`
    INSERT INTO simulated_order (provider_ref, account_id, token, known_from)
    VALUES (${providerRef}, ${accountId}::uuid, ${token}, clock_timestamp() + ${inMs} * interval '1 millisecond')
    ON CONFLICT (provider_ref) DO NOTHING`);
}

/** Counts a requery. Null when the simulator does not know the order, or not yet. */
export async function askSimulatedOrder(db: Db, providerRef: string): Promise<SimulatedOrder | null> {
  const [order] = await db.$queryRaw<SimulatedOrder[]>(sql`
    UPDATE simulated_order SET requeries = requeries + 1
     WHERE provider_ref = ${providerRef} AND known_from <= clock_timestamp() RETURNING requeries, token`);
  return order ?? null;
}
