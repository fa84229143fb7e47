import type { BreakerStatus } from '../provider/breakers.port';
import type { ProviderOrder, RequeryOutcome, SendOutcome } from '../provider/provider.port';

/** `failing`: too many orders fail; `unknown_outcomes`: of too many the outcome is not known. */
export type Sickness = 'failing' | 'unknown_outcomes';

/** `half_open`: it may have recovered, so single orders are sent there as trials. */
export type Sick = { sickness: Sickness; state: 'open' | 'half_open' };

export const isSickness = (reason: string): reason is Sickness => reason === 'failing' || reason === 'unknown_outcomes';

/** The first that is open, which gets no trial; otherwise the first. */
export const worst = (sick: readonly Sick[]): Sick | null =>
  sick.find(({ state }) => state === 'open') ?? sick[0] ?? null;

/** At most so many drops of one account are in a bucket, so that its orders alone move nobody else's elsewhere. */
const ACCOUNT_DROPS = 5;
/** The bucket of all accounts is full with the drops of two of them. */
const BUCKET_DROPS = 2 * ACCOUNT_DROPS;

type Order = Pick<ProviderOrder, 'provider' | 'accountId' | 'productType' | 'serviceId'>;

/** The health of each provider by product and service, in this process. It stops nothing: the router prefers others. */
export type Health = {
  sent(order: Order, outcome: SendOutcome): void;
  requeried(order: Order, outcome: RequeryOutcome): void;
  sicknessOf(order: Order): Sick | null;
  sickProviders(): string[];
  /** Lets what has gathered leak for `ms`. A sick service leaks only while its provider `answers`. */
  leak(ms: number, answers: (provider: string) => boolean): void;
  /** Returns, as breakers, the services that are sick for all accounts. */
  statuses(): BreakerStatus[];
};

/** `accountId`: whose it is; null: that of all accounts. */
type Kept = Omit<Order, 'accountId'> & {
  accountId: string | null;
  sickness: Sickness;
  bucket: Bucket;
  sickSince: Date | null;
};

/** Of each provider, product and service: one bucket of all accounts, and one of each, which moves only its orders. */
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
  const ofAll = { accounts: null, leftKobo: null, detail: null };
  return [{ provider, breaker: serviceId, reason: sickness, state, since: sickSince, ...ofAll }];
}

/** A delivery takes a quarter of a drop out: a bucket only fills where more than a fifth goes wrong. */
const DELIVERY_TAKES = 0.25;
/** One drop leaks out in ten seconds. */
const DROP_LEAKS_IN_MS = 10_000;
/** Less than this is nothing: what rounding leaves. */
const LEAST = 0.001;

/** `open`: it was full. `half_open`: a whole drop has come out since, so that single orders may be tried. */
type BucketState = 'closed' | 'open' | 'half_open';

/**
 * Full at `size` drops, at most `ofAccount` of one account. Half open, the first delivery closes it, and what goes
 * wrong for an account with room for a drop fills it again.
 */
type Bucket = ReturnType<typeof createBucket>;

function createBucket(size: number, { ofAccount }: { ofAccount: number }) {
  const drops = new Map<string, number>();
  let state: BucketState = 'closed';

  const total = (): number => [...drops.values()].reduce((sum, count) => sum + count, 0);

  function set(account: string, count: number): void {
    if (count < LEAST) drops.delete(account);
    else drops.set(account, count);
  }

  function scaleTo(wanted: number): void {
    const share = wanted / total();
    for (const [account, count] of drops) set(account, count * share);
  }

  /** Takes drops out, of each account in proportion to what it has added. */
  function takeOut(count: number): void {
    scaleTo(Math.max(0, total() - count));
    if (drops.size === 0) state = 'closed';
    else if (state === 'open' && total() <= size - 1 + LEAST) state = 'half_open';
  }

  return {
    state: () => state,
    isEmpty: () => drops.size === 0,
    wentWrong(account: string): void {
      const before = drops.get(account) ?? 0;
      const added = Math.max(0, Math.min(1, ofAccount - before));
      set(account, before + added);
      if (total() > size || (state === 'half_open' && added === 1)) scaleTo(size);
      if (total() >= size - LEAST) state = 'open';
    },
    delivered(account: string): void {
      if (state === 'half_open') state = 'closed';
      const before = drops.get(account) ?? 0;
      const own = Math.min(before, DELIVERY_TAKES);
      set(account, before - own);
      takeOut(DELIVERY_TAKES - own);
    },
    leak: (ms: number): void => takeOut(ms / DROP_LEAKS_IN_MS),
  };
}

const EVERY_MS = 10_000;

/** Whether a service that may have recovered gets an order as a trial: this process gives one every ten seconds. */
export type Trials = (provider: string, serviceId: string) => boolean;

export function createTrials({ monotonicMs }: { monotonicMs(): number }): Trials {
  const lastMs = new Map<string, number>();
  return (provider, serviceId) => {
    const key = JSON.stringify([provider, serviceId]);
    const last = lastMs.get(key);
    const nowMs = monotonicMs();
    if (last !== undefined && nowMs - last < EVERY_MS) return false;
    lastMs.set(key, nowMs);
    return true;
  };
}
