import { randomUUID } from 'node:crypto';

export const { TOPUP_URL = '', TOPUP_KEY = '' } = process.env;

type Order = { network: 'mtn'; phone: string; amount: number; request_ref: string };
type Schema = { safeParse(value: unknown): { success: boolean } };

/**
 * Buys once by a generated client, and prints the reference, the status, and how many of 10,000 UUIDs the schema does
 * not accept as a reference. `schema`: left out when the generator makes none.
 */
export async function report(buy: (order: Order) => Promise<unknown>, schema?: Schema): Promise<void> {
  const orders = Array.from({ length: 10_000 }, orderOf);
  const refused = orders.filter((order) => schema?.safeParse(order).success === false).length;
  const order = orderOf();
  process.stdout.write(JSON.stringify({ reference: order.request_ref, status: await buy(order), refused }));
}

const orderOf = (): Order => ({ network: 'mtn', phone: '08031234567', amount: 100, request_ref: randomUUID() });
