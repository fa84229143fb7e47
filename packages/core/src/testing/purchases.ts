import { exampleOrders } from '@topup/testkit';
import { recipients } from '../product/definition';
import { type ProductType, products } from '../product/products';
import type { ProviderTerms } from '../provider/provider.port';
import { type AcceptItem, acceptPurchases, databaseNow, type Order } from '../purchase/accept/accept.store';
import { claimPurchases } from '../purchase/send/claim.store';
import { recordSettlements, type SettlementItem } from '../purchase/settle/settle.store';
import { type Db, onlyRow } from '../shared/db';
import { newId } from '../shared/ids';

/** Differences from an order of 10 naira with a new reference. `terms`: the provider's part of the order. */
export type Differing = {
  amountKobo?: bigint;
  requestRef?: string;
  recipient?: string;
  terms?: Partial<ProviderTerms>;
};

/** An order as the API makes it. Electricity is prepaid unless `terms` has another variation. */
export function orderFor(productType: ProductType, differing: Differing = {}): Order {
  const { body, serviceId, code, data } = exampleOrders[productType];
  const { field } = recipients[products[productType].recipient];
  const { amountKobo = 1_000n, requestRef = newId(), recipient = String(body[field]) } = differing;
  return {
    productType,
    requestRef,
    amountKobo,
    recipient,
    details: { ...data, [field]: recipient },
    description: `${products[productType].words} of ${serviceId}`,
    providerOrder: {
      serviceId,
      variationCode: code,
      subscriptionType: productType === 'CABLE_TV' ? 'change' : null,
      contactPhone: String(body.phone),
      ...differing.terms,
    },
  };
}

/** The item of a batch for the same order, with a window of 20 s. */
export function itemFor(accountId: string, productType: ProductType, differing?: Differing): AcceptItem {
  return {
    ...orderFor(productType, differing),
    id: newId(),
    accountId,
    keyId: null,
    provider: 'vtpass',
    decision: null,
    windowMs: 20_000,
  };
}

/** Adds the data plan of `orderFor`, which costs a kobo, so that it may be sold at any price. It is not listed. */
export async function addOrderedPlan(db: Db): Promise<void> {
  const { serviceId, code } = exampleOrders.DATA;
  await db.$executeRaw`
      INSERT INTO data_plan (network, name, plan_name, validity, provider_service, provider_code, cost_kobo, is_active)
      VALUES ('MTN', 'MTN data 1 GB', '1 GB', '', ${serviceId}, ${code}, 1, false) ON CONFLICT DO NOTHING`;
}

/**
 * The statements of a purchase with defaults for what few tests vary, and readers of what they wrote.
 * @param database returns the pool, which exists only when hooks and tests run
 */
export function purchasesIn(database: () => Db) {
  const accept = async (items: AcceptItem[], wait = true) => {
    if (items.some(({ providerOrder }) => providerOrder.variationCode === exampleOrders.DATA.code))
      await addOrderedPlan(database());
    return acceptPurchases(database(), items, {
      notAfter: (await databaseNow(database())) + 3_000,
      wait,
      startMs: 2_000,
    });
  };

  /** Claims purchases under the provider reference `ref-<id>`, for a process that serves these providers. */
  const claim = (ids: string[], serves: string[] = ['vtpass', 'monnify', 'reloadly']) => {
    const items = ids.map((id) => ({ id, providerRef: `ref-${id}` }));
    return claimPurchases(database(), items, { serves, token: newId(), leaseMs: 75_000, startWithinMs: 1_800_000 });
  };

  /** Settles one purchase, even in ways that no `Settlement` allows. The cause and the message have defaults. */
  async function settle(item: SettlementItem) {
    const test = { cause: 'test', cause_code: 'other', message: 'test' };
    const rows = await recordSettlements(database(), [{ ...test, ...item }], { wait: true });
    return onlyRow(rows, 'record_settlements');
  }

  /** Accepts and claims a purchase. `leaseOver`: its lease has ended. @returns its id */
  async function sent(
    accountId: string,
    productType: ProductType,
    options: Differing & { leaseOver?: boolean } = {},
  ): Promise<string> {
    const { leaseOver = false, ...differing } = options;
    const item = itemFor(accountId, productType, differing);
    await accept([item]);
    await claim([item.id]);
    if (leaseOver)
      await database()
        .$executeRaw`UPDATE purchase SET claim_expires_at = now() - interval '1 second' WHERE id = ${item.id}::uuid`;
    return item.id;
  }

  const row = (id: string) => database().purchase.findUniqueOrThrow({ where: { id } });

  /** The history of a purchase, in order. */
  const history = (purchaseId: string) =>
    database().purchaseHistory.findMany({ where: { purchaseId }, orderBy: { id: 'asc' } });

  /** The events of a purchase, in order. */
  const events = (purchaseId: string) =>
    database().webhookEvent.findMany({ where: { purchaseId }, orderBy: { seq: 'asc' } });

  const notifications = (purchaseId: string) => database().notification.findMany({ where: { purchaseId } });

  return { accept, claim, settle, sent, row, history, events, notifications };
}
