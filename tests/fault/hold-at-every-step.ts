import type { ApiAnswer, ApiProcess, World } from '@topup/testkit';
import { cable, type Product, prepaid } from '../journey/support/products';
import { type Buyer, newBuyer } from './buyer';

/** A purchase that is held at a step. The answer is undefined when the api gave none. */
export type HeldPurchase = Buyer & { answer: Promise<ApiAnswer | undefined> };

/** Steps of a synchronous purchase. `sending`: its order is on the way. `settling`: its settlement is on the way. */
export type Step = 'accepted' | 'claimed' | 'sending' | 'vendedCable' | 'vendedPower' | 'settling';

/** The sends in the row and the deliveries of the provider at that step. */
const EXPECTED: Record<Step, { sends: number; vends: number }> = {
  accepted: { sends: 0, vends: 0 },
  claimed: { sends: 1, vends: 0 },
  sending: { sends: 1, vends: 0 },
  vendedCable: { sends: 1, vends: 1 },
  vendedPower: { sends: 1, vends: 1 },
  settling: { sends: 1, vends: 1 },
};

const PRODUCTS: Record<Step, Product> = {
  accepted: prepaid,
  claimed: cable,
  sending: cable,
  vendedCable: cable,
  vendedPower: prepaid,
  settling: prepaid,
};

/** Holds an api at every step at once, each with another purchase, by holding the next message on its way. */
export async function holdAtEveryStep(world: World, api: ApiProcess): Promise<Record<Step, HeldPurchase>> {
  const [database, provider] = [world.link('api-database'), world.link('api-provider')];
  const buyers = await customersOf(world);
  const vendedCable = await buyAndHold(
    api,
    buyers.vendedCable,
    () => provider.holdReplyAfter('POST /api/pay').answered,
  );
  const vendedPower = await buyAndHold(
    api,
    buyers.vendedPower,
    () => provider.holdReplyAfter('POST /api/pay').answered,
  );
  const sending = await buyAndHold(api, buyers.sending, () => provider.holdRequestsWith('POST /api/pay').fired);
  // a process sends one batch of settlements, or claims, after the other: a held one delays all later ones
  const settling = await buyAndHold(api, buyers.settling, () => database.holdRequestsWith('record_settlements_').fired);
  const claimed = await buyAndHold(api, buyers.claimed, () => database.holdReplyAfter('claim_purchases_').answered);
  const accepted = await buyAndHold(api, buyers.accepted, () => database.holdReplyAfter('accept_purchases_').answered);
  const all = { accepted, claimed, sending, vendedCable, vendedPower, settling };
  expect(await statesOf(world, all)).toEqual(EXPECTED);
  return all;
}

async function customersOf(world: World): Promise<Record<Step, Buyer>> {
  const each = Object.entries(PRODUCTS).map(async ([step, product]) => [step, await newBuyer(world, { product })]);
  return Object.fromEntries(await Promise.all(each));
}

/** Buys; fulfilled when the purchase is held. */
export async function buyAndHold(api: ApiProcess, buyer: Buyer, hold: () => Promise<void>): Promise<HeldPurchase> {
  const held = hold();
  const answer = buyer.buy(api).catch(() => undefined);
  await held;
  return { ...buyer, answer };
}

async function statesOf(world: World, all: Record<Step, HeldPurchase>): Promise<Record<string, unknown>> {
  const { deliveries } = await world.ledger();
  const signs = Object.entries(all).map(async ([step, { ref, recipient }]) => {
    const row = await world.purchase(ref);
    const vends = deliveries.filter((delivery) => delivery.recipient === recipient).length;
    return [step, row?.status === 'initiated' ? { sends: row.sends, vends } : row?.status];
  });
  return Object.fromEntries(await Promise.all(signs));
}
