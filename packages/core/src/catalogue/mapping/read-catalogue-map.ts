import { catalogueOwner, type Speaking } from '../../provider/catalogue-owner';
import type { Db } from '../../shared/db';
import { listMappingRows, type MappingRow, readOurProducts } from './mapping.store';
import { type OurProduct, ourKey } from './match-products';
import { type HeldProducts, listHeldProducts, type OfProvider, readProviderProducts } from './provider-product.store';

/** A mapping with both products. `ours` null: we do not sell it any more. */
export type MappedPair = Pick<MappingRow, 'id' | 'provider' | 'status' | 'decidedBy' | 'decidedAt'> & {
  ours: OurProduct | null;
  theirs: OfProvider;
};

/**
 * `unmapped`: our products of a type that the provider sells, without a confirmed mapping that holds. `unused`: listed
 * products without a mapping that is proposed or confirmed. `compared`: the providers that it is about; `unread`: those
 * of them whose list no sync has read; `held`: those whose list a worker must read too.
 */
export type CatalogueMap = {
  mappings: MappedPair[];
  unmapped: { provider: string; ours: OurProduct }[];
  unused: OfProvider[];
  compared: string[];
  unread: string[];
  held: HeldProducts[];
};

/** Of the providers whose products have codes of their own, in the order of `PROVIDERS`; `of`: of this one alone. */
export async function readCatalogueMap(
  db: Db,
  providers: readonly (Speaking & { name: string })[],
  of?: string,
): Promise<CatalogueMap> {
  const owner = catalogueOwner(providers)?.name ?? '';
  const names = providers.map(({ name }) => name);
  const ours = await readOurProducts(db, owner);
  const rows = await listMappingRows(db, names);
  const map: CatalogueMap = { mappings: [], unmapped: [], unused: [], compared: [], unread: [], held: [] };
  for (const provider of names.filter((name) => of === undefined || name === of)) {
    const own = rows.filter((row) => row.provider === provider);
    // the lists of an owner that speaks our words are only what the others are compared with
    if (provider === owner && own.length === 0) continue;
    const theirs = await readProviderProducts(db, provider);
    map.compared.push(provider);
    if (theirs.length === 0) map.unread.push(provider);
    const mappings = pairsOf(own, ours, theirs);
    map.mappings.push(...mappings);
    map.unmapped.push(...unmappedOf(ours, theirs, mappings).map((each) => ({ provider, ours: each })));
    const used = new Set(mappings.flatMap(({ status, theirs }) => (status === 'rejected' ? [] : theirs.id)));
    map.unused.push(...theirs.filter(({ id, isGone }) => !isGone && !used.has(id)));
  }
  map.held = await listHeldProducts(db, map.compared.length === 0 ? [] : [owner, ...map.compared]);
  return map;
}

function pairsOf(rows: MappingRow[], ours: OurProduct[], theirs: OfProvider[]): MappedPair[] {
  const oursByKey = new Map(ours.map((each) => [ourKey(each), each]));
  const theirsById = new Map(theirs.map((product) => [product.id, product]));
  return rows.flatMap((row) => {
    const product = theirsById.get(row.providerProductId);
    const { id, provider, status, decidedBy, decidedAt } = row;
    const pair = { id, provider, status, decidedBy, decidedAt, ours: oursByKey.get(ourKey(row)) ?? null };
    return product === undefined ? [] : [{ ...pair, theirs: product }];
  });
}

/** Of the types that the provider sells. */
function unmappedOf(ours: OurProduct[], theirs: OfProvider[], mappings: MappedPair[]): OurProduct[] {
  const types = new Set(theirs.filter(({ isGone }) => !isGone).map(({ productType }) => productType));
  const holding = mappings.filter(({ status, theirs }) => status === 'confirmed' && !theirs.isGone);
  const held = new Set(holding.flatMap((mapping) => (mapping.ours === null ? [] : ourKey(mapping.ours))));
  return ours.filter((each) => types.has(each.productType) && !held.has(ourKey(each)));
}
