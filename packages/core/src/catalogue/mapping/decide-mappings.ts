import type { ProductType } from '../../provider/provider.port';
import type { DbOrTransaction as Tx } from '../../shared/db';
import { lockCatalogue } from '../plan.store';
import {
  decideMapping,
  ensureMapping,
  findConfirmed,
  findMappings,
  listMappingRows,
  type MappingRow,
  takeBackMappings,
} from './mapping.store';
import type { OurProduct } from './match-products';
import { ourText, readOurProducts } from './our-products';
import { findProviderProduct, type OfProvider } from './provider-product.store';

/** A mapping as people name it: ours, and theirs as `monnify 203`. */
export type NamedMapping = { id: number; ours: string; provider: string; theirs: string };

/**
 * Why nothing was decided.
 * - `no_such_mapping`, `no_such_provider_product`, `no_such_product`: of this id, or this product of ours.
 * - `product_gone`: the provider does not list the product of the mapping.
 * - `mapping_taken`: `ours` is confirmed as another product of the provider, by the mapping `by`.
 * - `product_differs`: the products are of two types, services or kinds of meter.
 */
export type MappingRefusal =
  | { kind: 'no_such_mapping'; id: number }
  | { kind: 'no_such_provider_product'; id: number }
  | { kind: 'no_such_product'; product: string }
  | { kind: 'product_gone'; provider: string; theirs: string }
  | { kind: 'mapping_taken'; ours: string; provider: string; by: number }
  | { kind: 'product_differs'; ours: string; theirs: string; is: string };

/** `changed`: without those that were decided so before. */
export type MappingOutcome = { kind: 'decided'; changed: NamedMapping[] } | MappingRefusal;

/** Confirms mappings, all or none: from now on orders follow them. Until the transaction ends, syncs wait. */
export async function confirmMappings(tx: Tx, ids: readonly number[], person: string): Promise<MappingOutcome> {
  await lockCatalogue(tx);
  const found = await findMappings(tx, ids);
  const missing = ids.find((id) => !found.some((mapping) => mapping.id === id));
  if (missing !== undefined) return { kind: 'no_such_mapping', id: missing };
  for (const mapping of found) {
    const refusal = await refusalOf(tx, mapping, found);
    if (refusal !== null) return refusal;
  }
  const changed: NamedMapping[] = [];
  for (const mapping of found.filter(({ status }) => status !== 'confirmed'))
    changed.push(await confirm(tx, mapping, person));
  return { kind: 'decided', changed };
}

/** Rejects mappings, all or none: no order follows them, and no sync proposes them again. */
export async function rejectMappings(tx: Tx, ids: readonly number[], person: string): Promise<MappingOutcome> {
  await lockCatalogue(tx);
  const found = await findMappings(tx, ids);
  const missing = ids.find((id) => !found.some((mapping) => mapping.id === id));
  if (missing !== undefined) return { kind: 'no_such_mapping', id: missing };
  const changed: NamedMapping[] = [];
  for (const mapping of found) {
    if (mapping.status === 'rejected' && mapping.byPerson) continue;
    await decideMapping(tx, mapping.id, 'rejected', person);
    changed.push(named(mapping, await theirsOf(tx, mapping)));
  }
  return { kind: 'decided', changed };
}

/**
 * Confirms all proposals of these providers, but those of which there are several for one product of ours.
 * @returns `left`: the ids of those
 */
export async function acceptProposals(
  tx: Tx,
  providers: readonly string[],
  person: string,
): Promise<{ changed: NamedMapping[]; left: number[] }> {
  await lockCatalogue(tx);
  const proposals = (await listMappingRows(tx, providers)).filter(({ status }) => status === 'proposed');
  const changed: NamedMapping[] = [];
  const left: number[] = [];
  for (const mapping of proposals) {
    if ((await refusalOf(tx, mapping, proposals)) !== null) left.push(mapping.id);
    else changed.push(await confirm(tx, mapping, person));
  }
  return { changed, left };
}

/**
 * Maps one product of a provider to one of ours, as a person who knows that they are the same.
 * @param to ours, as `ourText` writes it
 * @param owner the provider whose plans are ours
 */
export async function mapByHand(
  tx: Tx,
  { productId, to, owner }: { productId: number; to: string; owner: string },
  person: string,
): Promise<MappingOutcome> {
  await lockCatalogue(tx);
  const theirs = await findProviderProduct(tx, productId);
  if (theirs === null) return { kind: 'no_such_provider_product', id: productId };
  const all = await readOurProducts(tx, owner);
  const ours = all.find((each) => ourText(each) === to);
  if (ours === undefined) return { kind: 'no_such_product', product: to };
  const differs = difference(ours, theirs, all);
  if (differs !== null) return { kind: 'product_differs', ours: to, theirs: theirs.name, is: differs };
  const { serviceId, variationCode, productType } = ours;
  const pair = { providerProductId: productId, serviceId, variationCode, productType, provider: theirs.provider };
  const refusal = await refusalOf(tx, pair);
  if (refusal !== null) return refusal;
  const id = await ensureMapping(tx, pair);
  return confirmMappings(tx, [id], person);
}

const TYPES: Readonly<Record<ProductType, string>> = {
  AIRTIME: 'airtime',
  DATA: 'data',
  CABLE_TV: 'cable TV',
  ELECTRICITY: 'electricity',
};

/** What a provider product is, when it cannot be this one of ours; null when it can. */
function difference(ours: OurProduct, theirs: OfProvider, all: readonly OurProduct[]): string | null {
  if (theirs.productType !== ours.productType) return TYPES[theirs.productType];
  if (theirs.meterType !== null && theirs.meterType !== ours.variationCode) return `for ${theirs.meterType} meters`;
  if (theirs.serviceId === null) return null;
  // plans of one network may have several services
  const networkOf = (serviceId: string) => all.find((each) => each.serviceId === serviceId)?.network ?? serviceId;
  return networkOf(theirs.serviceId) === networkOf(ours.serviceId) ? null : `of ${theirs.serviceId}`;
}

type Pair = Pick<MappingRow, 'provider' | 'providerProductId' | 'productType' | 'serviceId' | 'variationCode'>;

/**
 * Why a pair cannot be confirmed; null when it can.
 * @param together what is to be confirmed with it
 */
async function refusalOf(tx: Tx, pair: Pair, together: readonly MappingRow[] = []): Promise<MappingRefusal | null> {
  const { provider, providerProductId } = pair;
  const theirs = await theirsOf(tx, pair);
  if (theirs.isGone) return { kind: 'product_gone', provider, theirs: theirs.name };
  const isOther = (other: MappingRow) => other.providerProductId !== providerProductId;
  const rival = together.find(
    (other) => isOther(other) && other.provider === provider && ourText(other) === ourText(pair),
  );
  const holder = rival ?? (await findConfirmed(tx, provider, pair));
  if (holder === null || !isOther(holder)) return null;
  if (rival === undefined && (await theirsOf(tx, holder)).isGone) return null;
  return { kind: 'mapping_taken', ours: ourText(pair), provider, by: holder.id };
}

/** What another mapping holds of a product that is gone is freed. */
async function confirm(tx: Tx, mapping: MappingRow, person: string): Promise<NamedMapping> {
  const holder = await findConfirmed(tx, mapping.provider, mapping);
  if (holder !== null) await takeBackMappings(tx, [holder.id]);
  await decideMapping(tx, mapping.id, 'confirmed', person);
  return named(mapping, await theirsOf(tx, mapping));
}

async function theirsOf(tx: Tx, { providerProductId }: Pair): Promise<OfProvider> {
  const product = await findProviderProduct(tx, providerProductId);
  if (product === null) throw new Error(`there is no provider product ${providerProductId}`);
  return product;
}

const named = (mapping: MappingRow, { product, name }: OfProvider): NamedMapping => ({
  id: mapping.id,
  ours: ourText(mapping),
  provider: mapping.provider,
  theirs: `${product.code}${product.amount === null ? '' : ` at ${product.amount}`} (${name})`,
});
