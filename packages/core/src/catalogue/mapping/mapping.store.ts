import { openAmountProducts, packageProducts, products } from '../../product/products';
import type { ListedProduct, ProviderProduct } from '../../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import type { Match, OurKey, OurProduct, StoredMapping } from './match-products';

/**
 * One of our products as a provider sells it. `variationCode` null: all variations. `product` null: the service and
 * variation name it at the provider too.
 */
export type ProductMapping = OurKey &
  Pick<ListedProduct, 'costKobo' | 'leastKobo' | 'mostKobo'> & { provider: string; product: ProviderProduct | null };

/**
 * All mappings that orders may follow: confirmed, and the provider still lists the product. The cost of another
 * provider's product, or of another type, says nothing of the order.
 */
export async function readMappings(db: Db): Promise<ProductMapping[]> {
  const rows = await db.$queryRaw<(Omit<ProductMapping, 'product'> & { code: string; amount: string | null })[]>(sql`
    SELECT m.provider, m.product_type AS "productType", m.service_id AS "serviceId",
           m.variation_code AS "variationCode", p.code, p.amount, p.cost_kobo AS "costKobo",
           p.least_kobo AS "leastKobo", p.most_kobo AS "mostKobo"
      FROM product_mapping m
      JOIN provider_product p
        ON p.id = m.provider_product_id AND p.provider = m.provider AND p.product_type = m.product_type
     WHERE m.status = 'confirmed' AND p.gone_at IS NULL
     ORDER BY m.id`);
  return rows.map(({ code, amount, ...mapping }) => ({ ...mapping, product: { code, amount } }));
}

/** All that we sell and that can be mapped. `owner`: the provider whose plans and packages are ours. */
export async function readOurProducts(db: DbOrTransaction, owner: string): Promise<OurProduct[]> {
  const plans = await db.$queryRaw<OurProduct[]>(sql`
    SELECT 'DATA' AS "productType", provider_service AS "serviceId", provider_code AS "variationCode", network,
           name, cost_kobo AS "costKobo"
      FROM data_plan WHERE provider_code IS NOT NULL AND is_active ORDER BY id`);
  const packages = await db.$queryRaw<OurProduct[]>(sql`
    SELECT product_type AS "productType", service_id AS "serviceId", code AS "variationCode", name,
           NULL AS network, cost_kobo AS "costKobo"
      FROM provider_product
     WHERE provider = ${owner} AND product_type = ANY (${packageProducts}) AND service_id IS NOT NULL AND gone_at IS NULL
     ORDER BY id`);
  return [...openAmounts, ...plans, ...packages];
}

/** Products for any amount, by service and variation. */
const openAmounts: readonly OurProduct[] = openAmountProducts.flatMap((productType) =>
  (products[productType].services ?? []).flatMap((serviceId) =>
    (products[productType].variations ?? [null]).map((variationCode) => {
      const name = variationCode === null ? serviceId : `${serviceId} ${variationCode}`;
      return { productType, serviceId, variationCode, name, network: null, costKobo: null };
    }),
  ),
);

/** Takes back mappings that no longer fit, as a sync: a person or a later sync may confirm them again. */
export const takeBackMappings = (tx: DbOrTransaction, mappings: readonly MappingRow[]): Promise<void> =>
  decideMappings(tx, mappings, 'rejected', null);

/** Writes what a sync has matched. What a person has decided, and what is confirmed, stays as it is. */
export async function writeMatches(tx: DbOrTransaction, matches: readonly Match[]): Promise<void> {
  await tx.$executeRaw(sql`
    INSERT INTO product_mapping AS m (provider_product_id, provider, product_type, service_id, variation_code, status)
    SELECT p.id, p.provider, p.product_type, x."serviceId", x."variationCode", x.status
      FROM jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
           AS x ("providerProductId" integer, "serviceId" text, "variationCode" text, status text)
      JOIN provider_product p ON p.id = x."providerProductId"
     ORDER BY p.id
    ON CONFLICT (provider_product_id, service_id, variation_code) DO UPDATE
       SET status = EXCLUDED.status, decided_at = clock_timestamp()
     WHERE m.decided_by IS NULL AND m.status NOT IN ('confirmed', EXCLUDED.status)`);
}

/** `decidedBy` null: a sync did. */
export type MappingRow = StoredMapping & { id: number; provider: string; decidedBy: string | null; decidedAt: Date };

/** Mappings to products of these providers, by id. */
export function listMappingRows(db: DbOrTransaction, providers: readonly string[]): Promise<MappingRow[]> {
  return db.$queryRaw<MappingRow[]>(sql`
    SELECT ${MAPPING} FROM product_mapping WHERE provider = ANY (${providers}::text[]) ORDER BY id`);
}

/** Those of the mappings that there are, by id. */
export function findMappings(tx: DbOrTransaction, ids: readonly number[]): Promise<MappingRow[]> {
  return tx.$queryRaw<MappingRow[]>(sql`SELECT ${MAPPING} FROM product_mapping WHERE id = ANY (${ids}) ORDER BY id`);
}

/** Records a decision; `decidedBy` null: of a sync. The caller holds the lock of the catalogue. */
export async function decideMappings(
  tx: DbOrTransaction,
  mappings: readonly MappingRow[],
  status: 'confirmed' | 'rejected',
  decidedBy: string | null,
): Promise<void> {
  await tx.$executeRaw(sql`
    UPDATE product_mapping SET status = ${status}, decided_by = ${decidedBy}, decided_at = clock_timestamp()
     WHERE id = ANY (${mappings.map(({ id }) => id)})`);
}

/** Finds or writes the mapping of a pair, which nobody has decided yet. Returns its id. */
export async function ensureMapping(
  tx: DbOrTransaction,
  { providerProductId, serviceId, variationCode }: Omit<Match, 'status'>,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>(sql`
    INSERT INTO product_mapping AS m (provider_product_id, provider, product_type, service_id, variation_code, status)
    SELECT id, provider, product_type, ${serviceId}, ${variationCode}, 'proposed'
      FROM provider_product WHERE id = ${providerProductId}
    ON CONFLICT (provider_product_id, service_id, variation_code) DO UPDATE SET status = m.status
    RETURNING m.id`);
  if (row === undefined) throw new Error(`there is no provider product ${providerProductId}`);
  return row.id;
}

const MAPPING = sql`
  id, provider, provider_product_id AS "providerProductId", product_type AS "productType", service_id AS "serviceId",
  variation_code AS "variationCode", status, decided_by IS NOT NULL AS "byPerson", decided_by AS "decidedBy",
  decided_at AS "decidedAt"`;
