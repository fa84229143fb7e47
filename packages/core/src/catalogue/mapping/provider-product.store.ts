import type { ListedProduct } from '../../provider/provider.port';
import { type DbOrTransaction, sql } from '../../shared/db';
import type { ProductChanges, StoredProduct } from './product-changes';

/** A product with its provider. */
export type OfProvider = StoredProduct & { provider: string };

type Row = Omit<OfProvider, 'product'> & { code: string; amount: string | null };

const COLUMNS = sql`
  id, provider, product_type AS "productType", service_id AS "serviceId", code, amount, name, cost_kobo AS "costKobo",
  least_kobo AS "leastKobo", most_kobo AS "mostKobo", meter_type AS "meterType", gone_at IS NOT NULL AS "isGone"`;

const toProduct = ({ code, amount, ...row }: Row): OfProvider => ({ ...row, product: { code, amount } });

/** All products of a provider that were ever listed, by id. `serviceId`: only those of one service of ours. */
export async function readProviderProducts(
  db: DbOrTransaction,
  provider: string,
  serviceId: string | null = null,
): Promise<OfProvider[]> {
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

/** Writes what a list has changed, and that all that it lists was seen now. */
export async function writeProviderProducts(
  tx: DbOrTransaction,
  provider: string,
  { added, changed, unchanged, gone }: ProductChanges,
): Promise<void> {
  await tx.$executeRaw(sql`
    INSERT INTO provider_product (provider, product_type, service_id, code, amount, name, cost_kobo, least_kobo,
                                  most_kobo, meter_type)
    SELECT ${provider}, x.* FROM ${recordset(added.map((now) => toRecord(now)))} AS x (${RECORD})`);
  await tx.$executeRaw(sql`
    UPDATE provider_product p
       SET service_id = x.service_id, amount = x.amount, name = x.name, cost_kobo = x.cost_kobo,
           least_kobo = x.least_kobo, most_kobo = x.most_kobo, meter_type = x.meter_type,
           last_seen_at = clock_timestamp(), gone_at = NULL
      FROM ${recordset(changed.map(({ before, now }) => ({ id: before.id, ...toRecord(now) })))}
           AS x (id integer, ${RECORD})
     WHERE p.id = x.id`);
  await tx.$executeRaw(sql`
    UPDATE provider_product SET last_seen_at = clock_timestamp() WHERE id = ANY (${unchanged.map(({ id }) => id)})`);
  await tx.$executeRaw(sql`
    UPDATE provider_product SET gone_at = clock_timestamp() WHERE id = ANY (${gone.map(({ id }) => id)})`);
}

const RECORD = sql`
  product_type text, service_id text, code text, amount text, name text, cost_kobo bigint, least_kobo bigint,
  most_kobo bigint, meter_type text`;

const recordset = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;

const toRecord = (now: ListedProduct) => ({
  product_type: now.productType,
  service_id: now.serviceId,
  code: now.product.code,
  amount: now.product.amount,
  name: now.name,
  cost_kobo: now.costKobo?.toString() ?? null,
  least_kobo: now.leastKobo?.toString() ?? null,
  most_kobo: now.mostKobo?.toString() ?? null,
  meter_type: now.meterType,
});
