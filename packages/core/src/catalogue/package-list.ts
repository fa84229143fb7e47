import { AppError } from '../errors/error-catalog';
import type { ProviderLookups, Variation } from '../provider/provider.port';
import type { Clock } from '../shared/clock';
import { distinctVariations } from './distinct-variations';
import { withoutPrice } from './mapping/read-product-name';

/** The cable TV packages that can be bought, by product type, such as `dstv`. */
export type PackageList = {
  /**
   * The provider's list, at most five minutes old. While the provider does not answer, the last list it gave.
   * @throws AppError `provider_unavailable` when the provider does not answer and never did
   */
  packages(productType: string): Promise<Variation[]>;
  /**
   * One package. If the cached list does not have it, or `fits` is false for it, the list is read again, so that no
   * order is declined because of an old price.
   * @returns the package with that code as it is now; null when there is none
   * @throws AppError `provider_unavailable`, like `packages`
   */
  find(productType: string, code: string, fits: (found: Variation) => boolean): Promise<Variation | null>;
  /** The provider has announced a change of its list: the next call reads it again. */
  forget(productType: string): void;
};

const FRESH_MS = 300_000;
/** The list is read at most this often, however many wrong codes and amounts clients send. */
const REREAD_MS = 10_000;

/** `triedAtMs`: when the list was last requested, with or without an answer. All times are monotonic. */
type CachedList = { list: Variation[]; readAtMs: number; triedAtMs: number };

/** The price in the name is the provider's, and sometimes an old one. */
const withoutItsPrice = (each: Variation): Variation => ({ ...each, name: withoutPrice(each.name) || each.code });

export function createPackageList({
  lookups,
  clock,
}: {
  lookups: Pick<ProviderLookups, 'variations'>;
  clock: Clock;
}): PackageList {
  const cache = new Map<string, CachedList>();
  const reading = new Map<string, Promise<CachedList | undefined>>();
  const changedMeanwhile = new Set<string>();

  /** One read at a time per product type; callers that come meanwhile get its result. */
  function read(productType: string): Promise<CachedList | undefined> {
    const underWay = reading.get(productType) ?? request(productType).finally(() => reading.delete(productType));
    reading.set(productType, underWay);
    return underWay;
  }

  async function request(productType: string): Promise<CachedList | undefined> {
    changedMeanwhile.delete(productType);
    const answer = await lookups.variations(productType);
    const now = clock.monotonicMs();
    const before = cache.get(productType);
    if (answer.kind === 'unavailable') {
      if (before !== undefined) before.triedAtMs = now;
      return before;
    }
    const list = answer.kind === 'found' ? distinctVariations(answer.value).listed.map(withoutItsPrice) : [];
    const atMs = changedMeanwhile.has(productType) ? Number.NEGATIVE_INFINITY : now;
    const read = { list, readAtMs: atMs, triedAtMs: atMs };
    cache.set(productType, read);
    return read;
  }

  async function listOf(productType: string, maxAgeMs: number): Promise<Variation[]> {
    const known = cache.get(productType);
    const now = clock.monotonicMs();
    // after a read without an answer the old list serves for 10 s, so that not every caller waits
    if (known !== undefined && (now - known.readAtMs <= maxAgeMs || now - known.triedAtMs <= REREAD_MS))
      return known.list;
    const answered = await read(productType);
    if (answered === undefined) throw new AppError('provider_unavailable');
    return answered.list;
  }

  return {
    packages: (productType) => listOf(productType, FRESH_MS),
    async find(productType, code, fits) {
      const inList = (list: Variation[]) => list.find((each) => each.code === code);
      const found = inList(await listOf(productType, FRESH_MS));
      if (found !== undefined && fits(found)) return found;
      return inList(await listOf(productType, REREAD_MS)) ?? null;
    },
    forget(productType) {
      changedMeanwhile.add(productType);
      const known = cache.get(productType);
      // the old list stays, for as long as the provider does not answer
      if (known !== undefined)
        cache.set(productType, { ...known, readAtMs: Number.NEGATIVE_INFINITY, triedAtMs: Number.NEGATIVE_INFINITY });
    },
  };
}
