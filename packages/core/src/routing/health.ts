import type { BreakerStatus } from '../provider/breakers.port';
import type { ProductType, ProviderOrder, RequeryOutcome, SendOutcome } from '../provider/provider.port';
import type { Sickness } from './create-router';

/** At most so many drops of one account are in a bucket, so that its orders alone move nobody else's elsewhere. */
const ACCOUNT_DROPS = 5;
/** A bucket is full with the drops of two accounts. */
const BUCKET_DROPS = 2 * ACCOUNT_DROPS;
/** A delivery takes a quarter of a drop out: a bucket only fills where more than a fifth goes wrong. */
const DELIVERY_TAKES = 0.25;
/** One drop leaks out in ten seconds. */
const DROP_LEAKS_IN_MS = 10_000;

type Order = Pick<ProviderOrder, 'provider' | 'accountId' | 'productType' | 'serviceId'>;

/**
 * The health of each provider by product and service, in this process, from the outcomes of orders. It stops nothing:
 * the router prefers others to what is sick.
 */
export type Health = {
  sent(order: Order, outcome: SendOutcome): void;
  requeried(order: Order, outcome: RequeryOutcome): void;
  sicknessOf(order: Order): Sickness | null;
  /** The providers of which anything is sick. */
  sickProviders(): string[];
  /** Lets what has gathered leak for `ms`. What is sick leaks only while the provider `answers` lookups of ours. */
  leak(ms: number, answers: (provider: string) => boolean): void;
  /** What is sick for more than one account, as breakers. */
  statuses(): BreakerStatus[];
};

type Bucket = {
  provider: string;
  productType: ProductType;
  serviceId: string;
  sickness: Sickness;
  drops: Map<string, number>;
  /** Sick until a whole drop has leaked: then the next order is a trial. */
  sickAccounts: Set<string>;
  sickSince: Date | null;
};

/**
 * Leaky buckets, two for each provider, product and service: one of failures, one of unknown outcomes. A bucket that is
 * full is sick for everybody, one that holds all the drops of an account for that account.
 */
export function createHealth({ now }: { now(): Date }): Health {
  const buckets = new Map<string, Bucket>();

  /** Undefined also while all is well, which costs nothing. */
  const findBucket = (order: Order, sickness: Sickness): Bucket | undefined =>
    buckets.size === 0 ? undefined : buckets.get(keyOf(order, sickness));

  function change(bucket: Bucket, account: string, drops: number): void {
    setDrops(bucket, account, (bucket.drops.get(account) ?? 0) + drops);
    judge(bucket, now);
  }

  function wentWrong(order: Order, sickness: Sickness): void {
    const { provider, productType, serviceId, accountId } = order;
    const bucket = findBucket(order, sickness) ?? {
      ...{ provider, productType, serviceId, sickness },
      ...{ drops: new Map<string, number>(), sickAccounts: new Set<string>(), sickSince: null },
    };
    buckets.set(keyOf(order, sickness), bucket);
    change(bucket, accountId, 1);
  }

  function delivered(order: Order): void {
    for (const sickness of SICKNESSES) {
      const bucket = findBucket(order, sickness);
      if (bucket !== undefined) change(bucket, order.accountId, -DELIVERY_TAKES);
    }
  }

  return {
    sent(order, outcome) {
      if (outcome.kind === 'delivered') delivered(order);
      else if (outcome.kind === 'unknown') wentWrong(order, 'unknown_outcomes');
      else if (outcome.kind === 'rejected' && outcome.fault !== 'duplicate') wentWrong(order, 'failing');
    },
    requeried(order, outcome) {
      if (outcome.kind === 'delivered') delivered(order);
      else if (outcome.kind === 'rejected') wentWrong(order, 'failing');
    },
    sicknessOf(order) {
      const isSickFor = (bucket: Bucket | undefined) =>
        bucket !== undefined && (bucket.sickSince !== null || bucket.sickAccounts.has(order.accountId));
      return SICKNESSES.find((sickness) => isSickFor(findBucket(order, sickness))) ?? null;
    },
    sickProviders: () => [...new Set([...buckets.values()].filter(isSick).map(({ provider }) => provider))],
    leak(ms, answers) {
      for (const [key, bucket] of buckets) {
        if (isSick(bucket) && !answers(bucket.provider)) continue;
        for (const [account, drops] of bucket.drops) setDrops(bucket, account, drops - ms / DROP_LEAKS_IN_MS);
        judge(bucket, now);
        if (bucket.drops.size === 0) buckets.delete(key);
      }
    },
    statuses: () =>
      [...buckets.values()].flatMap(({ provider, serviceId, sickness, sickSince }): BreakerStatus[] =>
        sickSince === null
          ? []
          : [
              {
                ...{ provider, breaker: serviceId, reason: sickness, state: 'open' },
                ...{ accounts: null, leftKobo: null, detail: null, since: sickSince },
              },
            ],
      ),
  };
}

const SICKNESSES = ['unknown_outcomes', 'failing'] as const satisfies Sickness[];

const keyOf = ({ provider, productType, serviceId }: Order, sickness: Sickness): string =>
  JSON.stringify([provider, productType, serviceId, sickness]);

const isSick = ({ sickSince, sickAccounts }: Bucket): boolean => sickSince !== null || sickAccounts.size > 0;

function setDrops({ drops }: Bucket, account: string, count: number): void {
  if (count <= 0) drops.delete(account);
  else drops.set(account, Math.min(count, ACCOUNT_DROPS));
}

/** A bucket is sick from full until a whole drop is out. */
function judge(bucket: Bucket, now: () => Date): void {
  const all = [...bucket.drops.values()].reduce((sum, drops) => sum + drops, 0);
  if (all >= BUCKET_DROPS) bucket.sickSince ??= now();
  else if (all <= BUCKET_DROPS - 1) bucket.sickSince = null;
  for (const [account, drops] of bucket.drops) if (drops >= ACCOUNT_DROPS) bucket.sickAccounts.add(account);
  for (const account of bucket.sickAccounts)
    if ((bucket.drops.get(account) ?? 0) <= ACCOUNT_DROPS - 1) bucket.sickAccounts.delete(account);
}
