import type { BreakerStatus } from '../provider/breakers.port';
import type { ProviderOrder, RequeryOutcome, SendOutcome } from '../provider/provider.port';
import { type Bucket, createBucket } from './bucket';
import { type Sick, type Sickness, worst } from './sickness';

/** At most so many drops of one account are in a bucket, so that its orders alone move nobody else's elsewhere. */
const ACCOUNT_DROPS = 5;
/** The bucket of all accounts is full with the drops of two of them. */
const BUCKET_DROPS = 2 * ACCOUNT_DROPS;

type Order = Pick<ProviderOrder, 'provider' | 'accountId' | 'productType' | 'serviceId'>;

/**
 * The health of each provider by product and service, in this process, from the outcomes of orders. It stops nothing:
 * the router prefers others to what is sick.
 */
export type Health = {
  sent(order: Order, outcome: SendOutcome): void;
  requeried(order: Order, outcome: RequeryOutcome): void;
  sicknessOf(order: Order): Sick | null;
  /** The providers of which anything is sick. */
  sickProviders(): string[];
  /** Lets what has gathered leak for `ms`. What is sick leaks only while the provider `answers` lookups of ours. */
  leak(ms: number, answers: (provider: string) => boolean): void;
  /** What is sick for all accounts, as breakers. */
  statuses(): BreakerStatus[];
};

/** `accountId`: whose it is; null: that of all accounts. */
type Kept = Omit<Order, 'accountId'> & {
  accountId: string | null;
  sickness: Sickness;
  bucket: Bucket;
  sickSince: Date | null;
};

/**
 * Leaky buckets of failures and of unknown outcomes, for each provider, product and service: one of all accounts, and
 * one of each account that makes only its own orders go elsewhere.
 */
export function createHealth({ now }: { now(): Date }): Health {
  const buckets = new Map<string, Kept>();

  /** Empty also while all is well, which costs nothing. */
  function bucketsOf(order: Order, sickness: Sickness): Kept[] {
    if (buckets.size === 0) return [];
    return [null, order.accountId].flatMap((accountId) => buckets.get(keyOf({ ...order, accountId, sickness })) ?? []);
  }

  function ensureBucket(
    { provider, productType, serviceId }: Order,
    accountId: string | null,
    sickness: Sickness,
  ): Kept {
    const is = { provider, productType, serviceId, accountId, sickness };
    const size = accountId === null ? BUCKET_DROPS : ACCOUNT_DROPS;
    return (
      buckets.get(keyOf(is)) ?? { ...is, bucket: createBucket(size, { ofAccount: ACCOUNT_DROPS }), sickSince: null }
    );
  }

  function change(kept: Kept, work: (bucket: Bucket) => void): void {
    work(kept.bucket);
    if (isSick(kept)) kept.sickSince ??= now();
    else kept.sickSince = null;
    if (kept.bucket.isEmpty()) buckets.delete(keyOf(kept));
    else buckets.set(keyOf(kept), kept);
  }

  function wentWrong(order: Order, sickness: Sickness): void {
    for (const accountId of [null, order.accountId])
      change(ensureBucket(order, accountId, sickness), (bucket) => bucket.wentWrong(order.accountId));
  }

  function delivered(order: Order): void {
    for (const kept of SICKNESSES.flatMap((sickness) => bucketsOf(order, sickness)))
      change(kept, (bucket) => bucket.delivered(order.accountId));
  }

  return {
    // a fault of the order counts too: the common failure of each provider has it, and says no more
    sent(order, outcome) {
      if (outcome.kind === 'delivered') delivered(order);
      else if (outcome.kind === 'unknown') wentWrong(order, 'unknown_outcomes');
      else if (outcome.kind === 'rejected' && outcome.fault !== 'duplicate') wentWrong(order, 'failing');
    },
    requeried(order, outcome) {
      if (outcome.kind === 'delivered') delivered(order);
      else if (outcome.kind === 'rejected') wentWrong(order, 'failing');
    },
    sicknessOf: (order) => worst(SICKNESSES.flatMap((sickness) => bucketsOf(order, sickness)).flatMap(toSick)),
    sickProviders: () => [...new Set([...buckets.values()].filter(isSick).map(({ provider }) => provider))],
    leak(ms, answers) {
      for (const kept of [...buckets.values()])
        if (!isSick(kept) || answers(kept.provider)) change(kept, (bucket) => bucket.leak(ms));
    },
    statuses: () => [...buckets.values()].flatMap(toStatus),
  };
}

const SICKNESSES = ['unknown_outcomes', 'failing'] as const satisfies Sickness[];

const keyOf = ({ provider, productType, serviceId, accountId, sickness }: Omit<Kept, 'bucket' | 'sickSince'>): string =>
  JSON.stringify([provider, productType, serviceId, accountId, sickness]);

const isSick = ({ bucket }: Kept): boolean => bucket.state() !== 'closed';

function toSick({ sickness, bucket }: Kept): Sick[] {
  const state = bucket.state();
  return state === 'closed' ? [] : [{ sickness, state }];
}

function toStatus({ provider, serviceId, accountId, sickness, bucket, sickSince }: Kept): BreakerStatus[] {
  const state = bucket.state();
  if (state === 'closed' || sickSince === null || accountId !== null) return [];
  return [
    {
      provider,
      breaker: serviceId,
      reason: sickness,
      state,
      accounts: null,
      leftKobo: null,
      detail: null,
      since: sickSince,
    },
  ];
}
