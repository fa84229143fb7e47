import { AppError } from '../errors/error-catalog';
import type { ProviderLookups, Variation } from '../provider/provider.port';
import type { Clock } from '../shared/clock';
import { distinctVariations } from './distinct-variations';
import { withoutPrice } from './mapping/read-product-name';

/** The packages that can be bought, by the service of a product, such as `dstv`. */
export type PackageList = {
  /**
   * The provider's list, at most five minutes old, or the last one while it does not answer. An answer without packages
   * is not kept.
   * @throws AppError `provider_unavailable` when the provider does not answer and never did
   */
  packages(productType: string): Promise<Variation[]>;
  /**
   * The package with that code; null when there is none. If it is not in the cached list, or `fits` is false, the list
   * is read again, so that no order is declined because of an old price.
   * @throws AppError `provider_unavailable`, like `packages`
   */
  find(productType: string, code: string, fits: (found: Variation) => boolean): Promise<Variation | null>;
  /** The provider has announced a change of its list: the next call reads it again. */
  forget(productType: string): void;
};

const FRESH_MS = 300_000;
/** The list is read at most this often, however many wrong codes and amounts clients send. */
const REREAD_MS = 10_000;
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** Never empty. `triedAtMs`: when it was last requested, with or without an answer. All times are monotonic. */
type CachedList = { list: Variation[]; readAtMs: number; triedAtMs: number };

/** The price in the name is the provider's, and sometimes an old one. */
const withoutItsPrice = (each: Variation): Variation => ({ ...each, name: withoutPrice(each.name) || each.code });

type Deps = { lookups: Pick<ProviderLookups, 'variations'>; clock: Clock };

export function createPackageList({ lookups, clock }: Deps): PackageList {
  const cache = new Map<string, CachedList>();
  const reading = new Map<string, Promise<Variation[] | null>>();
  const changedMeanwhile = new Set<string>();

  /** One read at a time per product type; callers that come meanwhile get its result: null without an answer. */
  function read(productType: string): Promise<Variation[] | null> {
    const underWay = reading.get(productType) ?? request(productType).finally(() => reading.delete(productType));
    reading.set(productType, underWay);
    return underWay;
  }

  async function request(productType: string): Promise<Variation[] | null> {
    changedMeanwhile.delete(productType);
    const answer = await lookups.variations(productType);
    const atMs = changedMeanwhile.has(productType) ? LONG_AGO : clock.monotonicMs();
    const list = answer.kind === 'found' ? distinctVariations(answer.value).listed.map(withoutItsPrice) : [];
    const before = cache.get(productType);
    if (list.length > 0) cache.set(productType, { list, readAtMs: atMs, triedAtMs: atMs });
    else if (before !== undefined) before.triedAtMs = atMs;
    return answer.kind === 'unavailable' ? null : list;
  }

  async function listOf(productType: string, maxAgeMs: number): Promise<Variation[]> {
    const known = cache.get(productType);
    const now = clock.monotonicMs();
    // after a read that brought none the old list serves for 10 s, so that not every caller waits
    if (known !== undefined && (now - known.readAtMs <= maxAgeMs || now - known.triedAtMs <= REREAD_MS))
      return known.list;
    const list = (await read(productType)) ?? cache.get(productType)?.list;
    if (list === undefined) throw new AppError('provider_unavailable');
    return list;
  }

  /** The last list with packages, even if the provider lists none now: it may be well again at the order. */
  async function purchasable(productType: string, maxAgeMs: number): Promise<Variation[]> {
    const list = await listOf(productType, maxAgeMs);
    return list.length > 0 ? list : (cache.get(productType)?.list ?? []);
  }

  return {
    packages: (productType) => listOf(productType, FRESH_MS),
    async find(productType, code, fits) {
      const inList = (list: Variation[]) => list.find((each) => each.code === code);
      const found = inList(await purchasable(productType, FRESH_MS));
      if (found !== undefined && fits(found)) return found;
      return inList(await purchasable(productType, REREAD_MS)) ?? null;
    },
    forget(productType) {
      changedMeanwhile.add(productType);
      const known = cache.get(productType);
      // the old list stays, for as long as the provider does not answer
      if (known !== undefined) cache.set(productType, { list: known.list, readAtMs: LONG_AGO, triedAtMs: LONG_AGO });
    },
  };
}
