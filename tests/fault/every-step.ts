import type { ApiAnswer, ApiProcess, World } from '@topup/testkit';
import { cable, prepaid, type Ware } from '../journey/support/wares';
import { type Customer, newCustomer } from './customer';

/** A purchase on its way. The answer is undefined when its api left the client without one. */
export type Underway = Customer & { answer: Promise<ApiAnswer | undefined> };

/** How far a synchronous purchase has come. `sending`: its order is on the way to the provider. `settling`: its settlement is on the way to the database. */
export type Step = 'accepted' | 'claimed' | 'sending' | 'vendedCable' | 'vendedPower' | 'settling';

/** What row and provider must say of a purchase at that step. */
const SIGNS: Record<Step, { sends: number; vends: number }> = {
  accepted: { sends: 0, vends: 0 },
  claimed: { sends: 1, vends: 0 },
  sending: { sends: 1, vends: 0 },
  vendedCable: { sends: 1, vends: 1 },
  vendedPower: { sends: 1, vends: 1 },
  settling: { sends: 1, vends: 1 },
};

const WARES: Record<Step, Ware> = {
  accepted: prepaid,
  claimed: cable,
  sending: cable,
  vendedCable: cable,
  vendedPower: prepaid,
  settling: prepaid,
};

/** Has an api stand at every step at once, each with another purchase: what it is to hear, or wants to say next, is held on its way. */
export async function standAtEveryStep(world: World, api: ApiProcess): Promise<Record<Step, Underway>> {
  const [database, provider] = [world.link('api-database'), world.link('api-provider')];
  const customers = await customersOf(world);
  const vendedCable = await begin(api, customers.vendedCable, () => provider.holdReplyAfter('POST /api/pay').answered);
  const vendedPower = await begin(api, customers.vendedPower, () => provider.holdReplyAfter('POST /api/pay').answered);
  const sending = await begin(api, customers.sending, () => provider.holdRequestsWith('POST /api/pay').fired);
  // a process settles, and also claims, one batch after the other: what is held holds up all later ones
  const settling = await begin(api, customers.settling, () => database.holdRequestsWith('record_settlements_').fired);
  const claimed = await begin(api, customers.claimed, () => database.holdReplyAfter('claim_purchases_').answered);
  const accepted = await begin(api, customers.accepted, () => database.holdReplyAfter('accept_purchases_').answered);
  const all = { accepted, claimed, sending, vendedCable, vendedPower, settling };
  expect(await signsOf(world, all)).toEqual(SIGNS);
  return all;
}

async function customersOf(world: World): Promise<Record<Step, Customer>> {
  const each = Object.entries(WARES).map(async ([step, ware]) => [step, await newCustomer(world, { ware })]);
  return Object.fromEntries(await Promise.all(each));
}

/** Buys; resolves when the purchase has come to where it is held. */
export async function begin(api: ApiProcess, customer: Customer, hold: () => Promise<void>): Promise<Underway> {
  const held = hold();
  const answer = customer.buy(api).catch(() => undefined);
  await held;
  return { ...customer, answer };
}

async function signsOf(world: World, all: Record<Step, Underway>): Promise<Record<string, unknown>> {
  const { deliveries } = await world.ledger();
  const signs = Object.entries(all).map(async ([step, { ref, recipient }]) => {
    const row = await world.purchase(ref);
    const vends = deliveries.filter((delivery) => delivery.recipient === recipient).length;
    return [step, row?.status === 'initiated' ? { sends: row.sends, vends } : row?.status];
  });
  return Object.fromEntries(await Promise.all(signs));
}
