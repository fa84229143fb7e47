import { actorName, type By } from '../../audit/actor';
import { recording, withFreshAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import { hasPriceList, products } from '../../product/products';
import type { Db, DbOrTransaction as Tx } from '../../shared/db';
import { mappingAction } from '../catalogue-actions';
import { lockCatalogue } from '../plan.store';
import {
  decideMappings,
  ensureMapping,
  findMappings,
  listMappingRows,
  type MappingRow,
  readOurProducts,
  takeBackMappings,
} from './mapping.store';
import { type OurKey, type OurProduct, ourKey, ourText } from './match-products';
import { findProviderProduct, type OfProvider, readProviderProducts } from './provider-product.store';

/** A mapping as people name it: ours, and theirs as `monnify 203`. */
export type NamedMapping = { id: number; ours: string; provider: string; theirs: string };

/**
 * `mapping_taken`: `ours` is confirmed as another product of the provider. `product_differs`: in type, service or kind
 * of meter, or it is another plan or package of the owner of the catalogue.
 */
type MappingRefusal = Refused<
  | 'no_such_mapping'
  | 'no_such_provider_product'
  | 'no_such_product'
  | 'product_gone'
  | 'mapping_taken'
  | 'product_differs'
>;

/** `changed`: without those that were decided so before. */
export type MappingOutcome = { kind: 'decided'; changed: NamedMapping[] } | MappingRefusal;

/** `to`: our product, as `ourText` writes it. `owner`: the provider whose plans are ours. */
type ByHand = { productId: number; to: string; owner: string };
type Change = { verb: 'confirm' | 'reject'; ids: readonly number[] } | ({ verb: 'make' } & ByHand);

/** Applies a person's decision about which provider products are which of our products: all of it, or nothing. */
export const changeMappings = (db: Db, by: By, change: Change): Promise<MappingOutcome> =>
  withFreshAuditLog<MappingOutcome>(db, by, async (tx) => {
    const person = actorName(by.actor);
    const result =
      change.verb === 'make'
        ? await mapByHand(tx, change, person)
        : await (change.verb === 'confirm' ? confirmMappings : rejectMappings)(tx, change.ids, person);
    return recording(result, ({ changed }) => mappingAction(change.verb, changed));
  });

/** Confirms all proposals of these providers but those that contradict others, which are `left`. */
export const acceptAllProposals = (db: Db, by: By, providers: readonly string[]) =>
  withFreshAuditLog<{ kind: 'decided'; changed: NamedMapping[]; left: number[] }>(db, by, async (tx) => {
    const accepted = await acceptProposals(tx, providers, actorName(by.actor));
    return { result: { kind: 'decided', ...accepted }, action: mappingAction('confirm', accepted.changed) };
  });

/** Confirms mappings, all or none: from now on orders follow them. Until the transaction ends, syncs wait. */
export async function confirmMappings(tx: Tx, ids: readonly number[], person: string): Promise<MappingOutcome> {
  const found = await findAll(tx, ids);
  if ('kind' in found) return found;
  const known = await readKnown(tx, found.map(providerOf));
  const refusal = found.map((mapping) => refusalOf(known, mapping, found)).find((each) => each !== null);
  if (refusal) return refusal;
  const others = found.filter(({ status }) => status !== 'confirmed');
  return { kind: 'decided', changed: await confirm(tx, known, others, person) };
}

/** Rejects mappings, all or none: no order follows them, and no sync proposes them again. */
export async function rejectMappings(tx: Tx, ids: readonly number[], person: string): Promise<MappingOutcome> {
  const found = await findAll(tx, ids);
  if ('kind' in found) return found;
  const others = found.filter(({ status, byPerson }) => status !== 'rejected' || !byPerson);
  await decideMappings(tx, others, 'rejected', person);
  const known = await readKnown(tx, others.map(providerOf));
  return { kind: 'decided', changed: others.map((mapping) => named(mapping, theirsOf(known, mapping))) };
}

/** Locks the catalogue and finds these mappings. */
async function findAll(tx: Tx, ids: readonly number[]): Promise<MappingRow[] | Refused<'no_such_mapping'>> {
  await lockCatalogue(tx);
  const found = await findMappings(tx, ids);
  const missing = ids.find((id) => !found.some((mapping) => mapping.id === id));
  return missing === undefined ? found : { kind: 'no_such_mapping', id: missing };
}

/** Confirms all proposals of these providers, except where several are for one of our products (`left`). */
export async function acceptProposals(tx: Tx, providers: readonly string[], person: string) {
  await lockCatalogue(tx);
  const known = await readKnown(tx, providers);
  const proposals = known.rows.filter(({ status }) => status === 'proposed');
  const left = proposals.filter((mapping) => refusalOf(known, mapping, proposals) !== null);
  const fitting = proposals.filter((mapping) => !left.includes(mapping));
  return { changed: await confirm(tx, known, fitting, person), left: left.map(({ id }) => id) };
}

/** Maps one product of a provider to one of our products, for a person who knows that they are the same. */
export async function mapByHand(tx: Tx, { productId, to, owner }: ByHand, person: string): Promise<MappingOutcome> {
  await lockCatalogue(tx);
  const theirs = await findProviderProduct(tx, productId);
  if (theirs === null) return { kind: 'no_such_provider_product', id: productId };
  const all = await readOurProducts(tx, owner);
  const ours = all.find((each) => ourText(each) === to);
  if (ours === undefined) return { kind: 'no_such_product', product: to };
  const differs = difference(ours, theirs, all, owner);
  if (differs !== null) return { kind: 'product_differs', ours: to, theirs: theirs.name, is: differs };
  const { serviceId, variationCode, productType } = ours;
  const pair = { providerProductId: productId, serviceId, variationCode, productType, provider: theirs.provider };
  const refusal = refusalOf(await readKnown(tx, [pair.provider]), pair);
  if (refusal !== null) return refusal;
  const id = await ensureMapping(tx, pair);
  return confirmMappings(tx, [id], person);
}

/** Says what a provider product is if it cannot be our product `ours`; null if it can. */
function difference(ours: OurProduct, theirs: OfProvider, all: readonly OurProduct[], owner: string): string | null {
  if (theirs.productType !== ours.productType) return products[theirs.productType].words;
  // nothing compares the cost of an order with its price at the owner, because a plan is its own product there
  if (theirs.provider === owner && hasPriceList(ours.productType) && theirs.product.code !== ours.variationCode)
    return `"${theirs.product.code}" of the owner of the catalogue`;
  if (theirs.meterType !== null && theirs.meterType !== ours.variationCode) return `for ${theirs.meterType} meters`;
  if (theirs.serviceId === null) return null;
  // plans of one network may have several services
  const networkOf = (serviceId: string) => all.find((each) => each.serviceId === serviceId)?.network ?? serviceId;
  return networkOf(theirs.serviceId) === networkOf(ours.serviceId) ? null : `of ${theirs.serviceId}`;
}

type Pair = OurKey & Pick<MappingRow, 'provider' | 'providerProductId'>;

/** All mappings and products of some providers: decisions on hundreds of mappings must not ask for each of them. */
type Known = {
  rows: MappingRow[];
  /** The confirmed ones, by provider and our product. */
  confirmed: ReadonlyMap<string, MappingRow>;
  products: ReadonlyMap<number, OfProvider>;
};

async function readKnown(tx: Tx, providers: readonly string[]): Promise<Known> {
  const rows = await listMappingRows(tx, providers);
  const products = new Map<number, OfProvider>();
  for (const provider of new Set(providers))
    for (const product of await readProviderProducts(tx, provider)) products.set(product.id, product);
  const confirmed = new Map(rows.filter(({ status }) => status === 'confirmed').map((row) => [placeOf(row), row]));
  return { rows, confirmed, products };
}

/**
 * Why a pair cannot be confirmed; null when it can.
 * @param together what is to be confirmed with it
 */
function refusalOf(known: Known, pair: Pair, together: readonly MappingRow[] = []): MappingRefusal | null {
  const { provider, providerProductId } = pair;
  const theirs = theirsOf(known, pair);
  if (theirs.isGone) return { kind: 'product_gone', provider, theirs: theirs.name };
  const isOther = (other: MappingRow) => other.providerProductId !== providerProductId;
  const isSame = (other: MappingRow) => other.provider === provider && ourText(other) === ourText(pair);
  const rival = together.find((other) => isOther(other) && isSame(other));
  const holder = rival ?? holderOf(known, pair);
  if (holder === undefined || !isOther(holder)) return null;
  if (rival === undefined && theirsOf(known, holder).isGone) return null;
  return { kind: 'mapping_taken', ours: ourText(pair), provider, by: holder.id };
}

/** Confirms mappings that nothing refuses. What others hold of products that are gone is freed. */
async function confirm(tx: Tx, known: Known, mappings: MappingRow[], person: string): Promise<NamedMapping[]> {
  const holders = mappings.flatMap((mapping) => holderOf(known, mapping) ?? []);
  await takeBackMappings(tx, holders);
  await decideMappings(tx, mappings, 'confirmed', person);
  return mappings.map((mapping) => named(mapping, theirsOf(known, mapping)));
}

/** The confirmed mapping of our product in `pair`, at the same provider. */
const holderOf = ({ confirmed }: Known, pair: Pair): MappingRow | undefined => confirmed.get(placeOf(pair));

const providerOf = ({ provider }: Pair): string => provider;

/** Where one mapping at most is confirmed. */
const placeOf = (pair: Pair): string => `${pair.provider} ${ourKey(pair)}`;

function theirsOf({ products }: Known, { providerProductId }: Pair): OfProvider {
  const product = products.get(providerProductId);
  if (product === undefined) throw new Error(`there is no provider product ${providerProductId}`);
  return product;
}

const named = (mapping: MappingRow, { product, name }: OfProvider): NamedMapping => ({
  id: mapping.id,
  ours: ourText(mapping),
  provider: mapping.provider,
  theirs: `${product.code}${product.amount === null ? '' : ` at ${product.amount}`} (${name})`,
});
