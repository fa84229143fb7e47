import { AppError } from '../errors/error-catalog';
import type { ProviderLookups, Variation } from '../provider/provider.port';
import type { Clock } from '../shared/clock';
import { distinctVariations } from './distinct-variations';

/** The cable TV packages that can be bought, by product type. */
export type PackageList = {
  /**
   * The provider's list, at most five minutes old while the provider answers; while it does not, the last one it gave.
   * @throws AppError provider_unavailable when the provider does not answer and never did
   */
  packages(productType: string): Promise<Variation[]>;
  /**
   * One package, looked for in the list and, when it is not there or `fits` not, in a list read again: prices change, and nobody is to be refused by an old one.
   * @returns the package of that code as it stands now; null when there is none
   * @throws AppError provider_unavailable like `packages`
   */
  find(productType: string, code: string, fits: (found: Variation) => boolean): Promise<Variation | null>;
  /** The provider has said that its list has changed: the next look reads it again. */
  forget(productType: string): void;
};

const FRESH_MS = 300_000;
/** Wrong codes and amounts, of which a client may send any number, do not ask the provider more often than this. */
const REREAD_MS = 10_000;

/** `triedAtMs`: the last time that the provider was asked, whether it answered or not. */
type Kept = { list: Variation[]; readAtMs: number; triedAtMs: number };

export function createPackageList({
  lookups,
  clock,
}: {
  lookups: Pick<ProviderLookups, 'variations'>;
  clock: Clock;
}): PackageList {
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<Kept | undefined>>();
  const changedMeanwhile = new Set<string>();

  /** One read at a time per product; everybody who asks meanwhile gets its result. */
  function read(productType: string): Promise<Kept | undefined> {
    const underWay = reading.get(productType) ?? ask(productType).finally(() => reading.delete(productType));
    reading.set(productType, underWay);
    return underWay;
  }

  async function ask(productType: string): Promise<Kept | undefined> {
    changedMeanwhile.delete(productType);
    const answer = await lookups.variations(productType);
    const now = clock.monotonicMs();
    const before = kept.get(productType);
    if (answer.kind === 'unavailable') {
      if (before !== undefined) before.triedAtMs = now;
      return before;
    }
    const list = answer.kind === 'found' ? distinctVariations(answer.value).listed : [];
    const atMs = changedMeanwhile.has(productType) ? Number.NEGATIVE_INFINITY : now;
    const read = { list, readAtMs: atMs, triedAtMs: atMs };
    kept.set(productType, read);
    return read;
  }

  async function listOf(productType: string, maxAgeMs: number): Promise<Variation[]> {
    const known = kept.get(productType);
    const now = clock.monotonicMs();
    // a provider that has just not answered is not waited for by everybody who comes
    if (known !== undefined && (now - known.readAtMs <= maxAgeMs || now - known.triedAtMs <= REREAD_MS))
      return known.list;
    const answered = await read(productType);
    if (answered === undefined) throw new AppError('provider_unavailable');
    return answered.list;
  }

  return {
    packages: (productType) => listOf(productType, FRESH_MS),
    async find(productType, code, fits) {
      const of = (list: Variation[]) => list.find((each) => each.code === code);
      const found = of(await listOf(productType, FRESH_MS));
      if (found !== undefined && fits(found)) return found;
      return of(await listOf(productType, REREAD_MS)) ?? null;
    },
    forget(productType) {
      changedMeanwhile.add(productType);
      const known = kept.get(productType);
      // kept all the same, for as long as the provider is away
      if (known !== undefined)
        kept.set(productType, { ...known, readAtMs: Number.NEGATIVE_INFINITY, triedAtMs: Number.NEGATIVE_INFINITY });
    },
  };
}
