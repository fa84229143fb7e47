import type { ProductType, ProviderTerms } from '../provider/provider.port';
import { type AcceptItem, acceptPurchases, databaseNow } from '../purchase/accept/accept.store';
import type { Order } from '../purchase/accept/accept-purchase';
import { claimPurchases } from '../purchase/send/claim.store';
import { recordSettlements, type SettlementItem } from '../purchase/settle/settle.store';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';

/** What differs from a unique order of 10 naira. `terms`: the provider's part of the order. */
export type Differing = {
  amountKobo?: bigint;
  requestRef?: string;
  recipient?: string;
  terms?: Partial<ProviderTerms>;
};

type OrderDefaults = {
  recipient: string;
  description: string;
  terms: ProviderTerms;
  details(recipient: string): Record<string, string>;
};

const PHONE = '08030000001';
const toPhone: ProviderTerms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: PHONE };

const ORDERS: Record<ProductType, OrderDefaults> = {
  AIRTIME: {
    recipient: PHONE,
    description: 'MTN airtime',
    terms: toPhone,
    details: (phone) => ({ network: 'mtn', phone }),
  },
  DATA: {
    recipient: PHONE,
    description: 'MTN data 1 GB',
    terms: { ...toPhone, serviceId: 'mtn-data', variationCode: 'mtn-1gb' },
    details: (phone) => ({ phone, plan: '1 GB' }),
  },
  CABLE_TV: {
    recipient: '1212121212',
    description: 'DSTV Padi',
    terms: { ...toPhone, serviceId: 'dstv', variationCode: 'dstv-padi', subscriptionType: 'change' },
    details: (smartcard_number) => ({ package_code: 'dstv-padi', smartcard_number }),
  },
  ELECTRICITY: {
    recipient: '1111111111111',
    description: 'ikeja-electric prepaid electricity',
    terms: { ...toPhone, serviceId: 'ikeja-electric', variationCode: 'prepaid' },
    details: (meter_number) => ({ disco: 'ikeja-electric', meter_number }),
  },
};

/** An order as the API makes it; electricity is prepaid unless `terms` say otherwise. */
export function orderFor(productType: ProductType, differing: Differing = {}): Order {
  const { description, terms, details, ...usual } = ORDERS[productType];
  const { amountKobo = 1_000n, requestRef = newId(), recipient = usual.recipient } = differing;
  return {
    productType,
    requestRef,
    amountKobo,
    recipient,
    details: details(recipient),
    description,
    providerOrder: { ...terms, ...differing.terms },
  };
}

/** The same as an item of a batch, with a window of 20 s. */
export function itemFor(accountId: string, productType: ProductType, differing?: Differing): AcceptItem {
  return { ...orderFor(productType, differing), id: newId(), accountId, provider: 'vtpass', windowMs: 20_000 };
}

/**
 * The statements of the purchase path, with defaults for what tests seldom care about.
 * @param database returns the pool, which a test opens later
 */
export function purchasesIn(database: () => Db) {
  const accept = async (items: AcceptItem[], wait = true) =>
    acceptPurchases(database(), items, { notAfter: (await databaseNow(database())) + 3_000, wait, startMs: 2_000 });

  /** Claims purchases under the provider reference `ref-<id>`. */
  const claim = (ids: string[]) => {
    const items = ids.map((id) => ({ id, providerRef: `ref-${id}` }));
    return claimPurchases(database(), items, { token: newId(), leaseMs: 75_000, startWithinMs: 1_800_000 });
  };

  /** Also what no `Settlement` can say. Its cause, message and everything else may be left out. */
  async function settle(item: SettlementItem) {
    const test = { cause: 'test', cause_code: 'other', message: 'test' };
    const [row] = await recordSettlements(database(), [{ ...test, ...item }], { wait: true });
    if (!row) throw new Error('record_settlements without a row');
    return row;
  }

  /** A purchase that is accepted and claimed. `leaseOver`: its lease has ended. */
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

  return { accept, claim, settle, sent, row };
}
