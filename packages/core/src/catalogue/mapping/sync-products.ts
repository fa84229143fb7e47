import { insertAction } from '../../audit/action.store';
import type { By } from '../../audit/actor';
import type { DataNetwork } from '../../product/data';
import { packageProducts, productOfService, servicesOf } from '../../product/products';
import type {
  ListedProduct,
  Lookup,
  Provider,
  ProviderCatalogue,
  ProviderLookups,
  Variation,
} from '../../provider/provider.port';
import type { Db, DbOrTransaction as Tx } from '../../shared/db';
import { syncAction } from '../catalogue-actions';
import { distinctVariations } from '../distinct-variations';
import { withCatalogueLock } from '../plan.store';
import { listMappingRows, type MappingRow, readOurProducts, takeBackMappings, writeMatches } from './mapping.store';
import { type Match, matchProducts, type StoredMapping } from './match-products';
import { goneProducts, type ProductChanges, productChanges } from './product-changes';
import { readProviderProducts, writeProviderProducts } from './provider-product.store';
import { withoutPrice } from './read-product-name';

/** A provider as far as its lists are read. */
export type CatalogueSource = Pick<Provider, 'name' | 'sells'> &
  Pick<ProviderLookups, 'dataServices' | 'variations'> &
  Partial<ProviderCatalogue>;

/** The list of a provider. `serviceId`: a list of one of our services; null: of all that it sells. */
type Listing = { serviceId: string | null; answer: Lookup<ListedProduct[]> };

/**
 * The outcome of one provider. `unavailable`: it gave no list, or not all of them, and what was not read is as it was.
 * `emptied`, `shrunk`: its list is suddenly empty, or lacks `gone` of the `products`, and was left alone.
 */
export type ProductSync = { provider: string } & (
  | ({ kind: 'synced'; contradictory: string[] } & ProductCounts & MappingCounts)
  | { kind: 'unavailable'; reason: string }
  | { kind: 'emptied'; products: number }
  | { kind: 'shrunk'; products: number; gone: number }
);

type ProductCounts = Record<'added' | 'changed' | 'gone' | 'unchanged', number>;
/** `mapped` without a person, `proposed` to one, `takenBack` because the product is another one now. */
type MappingCounts = Record<'mapped' | 'proposed' | 'takenBack', number>;

/**
 * Reads the products of a provider: its own list, or, of an owner of the catalogue without such a list, its packages,
 * with which those of others are compared. Empty: nothing is read of it.
 */
export async function readListings(source: CatalogueSource, { isOwner }: { isOwner: boolean }): Promise<Listing[]> {
  if (source.products !== undefined) return [{ serviceId: null, answer: await source.products() }];
  if (!isOwner) return [];
  const sold = packageProducts.filter((product) => source.sells?.includes(product) ?? true);
  const services = sold.flatMap((product) => servicesOf(product, []));
  return Promise.all(
    services.map(async (serviceId) => ({
      serviceId,
      answer: packagesOf(serviceId, await source.variations(serviceId)),
    })),
  );
}

function packagesOf(serviceId: string, answer: Lookup<Variation[]>): Lookup<ListedProduct[]> {
  if (answer.kind !== 'found') return answer;
  const value = distinctVariations(answer.value).listed.map(
    ({ code, name, priceKobo }): ListedProduct => ({
      productType: productOfService(serviceId),
      serviceId,
      product: { code, amount: null },
      name: withoutPrice(name) || code,
      costKobo: priceKobo,
      leastKobo: null,
      mostKobo: null,
      meterType: null,
    }),
  );
  return { kind: 'found', value };
}

/** `owner`: the provider whose plans and packages are ours. `allowEmpty`: a person has made sure of the lists. */
type SyncProducts = {
  source: CatalogueSource;
  isOwner: boolean;
  listings: Listing[];
  owner: string;
  networkOf(serviceId: string): DataNetwork | undefined;
  allowEmpty: boolean;
};

/** Stores the list of a provider, and maps it to ours. A mapping of what may be another product now is taken back. */
export function syncProducts(db: Db, by: By, asked: SyncProducts): Promise<ProductSync> {
  const { name: provider } = asked.source;
  return withCatalogueLock(db, async (tx): Promise<ProductSync> => {
    const written: ProductChanges[] = [];
    const faults: ProductSync[] = [];
    for (const listing of asked.listings) {
      const outcome = await writeListing(tx, provider, listing, asked.allowEmpty);
      if ('kind' in outcome) faults.push({ provider, ...outcome });
      else written.push(outcome);
    }
    const doubted = new Set(written.flatMap((changes) => changes.doubted.map(({ id }) => id)));
    const counts = await mapProducts(tx, asked, doubted);
    const count = (kind: keyof ProductCounts) => written.reduce((sum, changes) => sum + changes[kind].length, 0);
    const total = { added: count('added'), changed: count('changed'), gone: count('gone') };
    const { mapped, proposed, takenBack } = counts;
    const action = syncAction(provider, { ...total, mapped, proposed, taken_back: takenBack });
    if (action !== null) await insertAction(tx, by.actor, by.origin, action);
    const contradictory = written.flatMap((changes) => changes.contradictory);
    const synced = { ...total, unchanged: count('unchanged'), contradictory, ...counts };
    return faults[0] ?? { provider, kind: 'synced', ...synced };
  });
}

/** Stores one list. A fault: it was left alone. */
async function writeListing(tx: Tx, provider: string, { serviceId, answer }: Listing, allowEmpty: boolean) {
  if (answer.kind === 'unavailable')
    return { ...answer, reason: serviceId === null ? answer.reason : `${serviceId}: ${answer.reason}` };
  const stored = await readProviderProducts(tx, provider, serviceId);
  const changes = productChanges(stored, answer.kind === 'found' ? answer.value : []);
  const fault = allowEmpty ? null : faultOf(changes);
  if (fault === null) await writeProviderProducts(tx, provider, changes);
  return fault ?? changes;
}

function faultOf(changes: ProductChanges) {
  const { products, gone, tooMany } = goneProducts(changes);
  const listed = changes.added.length + changes.changed.length + changes.unchanged.length;
  if (listed === 0 && changes.contradictory.length === 0 && products > 0) return { kind: 'emptied', products } as const;
  return tooMany ? ({ kind: 'shrunk', products, gone } as const) : null;
}

/** Matches the products of a provider with ours. `doubted`: the ids of products whose mappings no longer hold. */
async function mapProducts(
  tx: Tx,
  { source, isOwner, owner, networkOf }: SyncProducts,
  doubted: ReadonlySet<number>,
): Promise<MappingCounts> {
  if (source.products === undefined) return { mapped: 0, proposed: 0, takenBack: 0 };
  const theirs = await readProviderProducts(tx, source.name);
  const stored = await listMappingRows(tx, [source.name]);
  const isTakenBack = ({ status, providerProductId }: StoredMapping) =>
    status !== 'rejected' && doubted.has(providerProductId);
  const takenBack = stored.filter(isTakenBack);
  const standing = stored.filter((mapping) => !isTakenBack(mapping));
  const gone = new Set(theirs.filter(({ isGone }) => isGone).map(({ id }) => id));
  const isLive = ({ providerProductId }: StoredMapping) => !gone.has(providerProductId);
  const ours = await readOurProducts(tx, owner);
  const matches = matchProducts(ours, theirs, standing.filter(isLive), { isOwner, networkOf });
  await takeBackMappings(tx, [...takenBack, ...outdated(standing, matches, isLive)]);
  await writeMatches(tx, matches);
  const after = await listMappingRows(tx, [source.name]);
  const before = new Map(stored.map((mapping) => [mapping.id, mapping.status]));
  const now = (status: Match['status']) =>
    after.filter((mapping) => mapping.status === status && before.get(mapping.id) !== status).length;
  return { mapped: now('confirmed'), proposed: now('proposed'), takenBack: takenBack.length };
}

/** Proposals that are none any more, and confirmed mappings of products that are gone, which another one replaces. */
function outdated(standing: MappingRow[], matches: Match[], isLive: (mapping: MappingRow) => boolean): MappingRow[] {
  return standing.filter((mapping) => {
    const sameProduct = matches.filter(
      ({ serviceId, variationCode }) => serviceId === mapping.serviceId && variationCode === mapping.variationCode,
    );
    if (mapping.status === 'proposed')
      return !sameProduct.some(({ providerProductId }) => providerProductId === mapping.providerProductId);
    if (mapping.status === 'rejected' || isLive(mapping)) return false;
    return sameProduct.some(({ status }) => status === 'confirmed');
  });
}
