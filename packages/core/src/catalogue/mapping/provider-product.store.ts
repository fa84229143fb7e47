import type { ListedProduct } from '../../provider/provider.port';
import { type DbOrTransaction, jsonRows, sql } from '../../shared/db';
import type { ProductChanges, StoredProduct } from './product-changes';

/** A product with its provider. */
export type OfProvider = StoredProduct & { provider: string };

type Row = Omit<OfProvider, 'product'> & { code: string; amount: string | null };

const COLUMNS = sql`
  id, provider, product_type AS "productType", service_id AS "serviceId", code, amount, name, cost_kobo AS "costKobo",
  least_kobo AS "leastKobo", most_kobo AS "mostKobo", meter_type AS "meterType", gone_at IS NOT NULL AS "isGone"`;

const toProduct = ({ code, amount, ...row }: Row): OfProvider => ({ ...row, product: { code, amount } });

/** All products of a provider that were ever listed, by id. `serviceId`: only those of one of our services. */
export async function readProviderProducts(db: DbOrTransaction, provider: string, serviceId: string | null = null) {
  const rows = await db.$queryRaw<Row[]>(sql`
    SELECT ${COLUMNS} FROM provider_product
     WHERE provider = ${provider} AND (${serviceId}::text IS NULL OR service_id = ${serviceId})
     ORDER BY id`);
  return rows.map(toProduct);
}

/** The product of this id; null when there is none. */
export async function findProviderProduct(db: DbOrTransaction, id: number): Promise<OfProvider | null> {
  const [row] = await db.$queryRaw<Row[]>(sql`SELECT ${COLUMNS} FROM provider_product WHERE id = ${id}`);
  return row === undefined ? null : toProduct(row);
}

/** `products`: how many of the provider wait for a worker. */
export type HeldProducts = { provider: string; products: number };

/**
 * The providers that list products which the dashboard or `ops` has read and a worker has not (hold_cheaper_product):
 * until then these count as gone, and are mapped to nothing. One that is gone was last seen a sync before, not then.
 */
export function listHeldProducts(db: DbOrTransaction, providers: readonly string[]): Promise<HeldProducts[]> {
  return db.$queryRaw<HeldProducts[]>(sql`
    SELECT provider, count(*)::integer AS products FROM provider_product
     WHERE provider = ANY (${providers}::text[]) AND gone_at <= last_seen_at + interval '1 second'
     GROUP BY provider ORDER BY provider`);
}

/** Writes what a list has changed, and that all that it lists was seen now. */
export async function writeProviderProducts(
  tx: DbOrTransaction,
  provider: string,
  { added, changed, unchanged, gone }: ProductChanges,
): Promise<void> {
  await tx.$executeRaw(sql`
    INSERT INTO provider_product (provider, product_type, service_id, code, amount, name, cost_kobo, least_kobo,
                                  most_kobo, meter_type)
    SELECT ${provider}, x.* FROM jsonb_to_recordset(${jsonRows(added.map(flat))}::jsonb) AS x (${RECORD})`);
  await tx.$executeRaw(sql`
    UPDATE provider_product p
       SET service_id = x."serviceId", amount = x.amount, name = x.name, cost_kobo = x."costKobo",
           least_kobo = x."leastKobo", most_kobo = x."mostKobo", meter_type = x."meterType",
           last_seen_at = clock_timestamp(), gone_at = NULL
      FROM jsonb_to_recordset(${jsonRows(changed.map(({ before: { id }, now }) => ({ ...flat(now), id })))}::jsonb)
           AS x (id integer, ${RECORD})
     WHERE p.id = x.id`);
  await tx.$executeRaw(sql`
    UPDATE provider_product SET last_seen_at = clock_timestamp() WHERE id = ANY (${unchanged.map(({ id }) => id)})`);
  await tx.$executeRaw(sql`
    UPDATE provider_product SET gone_at = clock_timestamp() WHERE id = ANY (${gone.map(({ id }) => id)})`);
}

const RECORD = sql`
  "productType" text, "serviceId" text, code text, amount text, name text, "costKobo" bigint, "leastKobo" bigint,
  "mostKobo" bigint, "meterType" text`;

const flat = ({ product, ...facts }: ListedProduct) => ({ ...facts, ...product });
