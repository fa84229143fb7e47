import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../shared/db';
import { isSynchronous, type ProductType, products, productTypes } from './products';

/** A row of the table `product`, by which functions of the database decide. */
type ProductRow = { name: string; isSynchronous: boolean; events: readonly string[]; deliversToken: boolean };

const rowOf = (name: ProductType): ProductRow => ({
  name,
  isSynchronous: isSynchronous(name),
  events: products[name].events,
  deliversToken: products[name].tokenFor !== null,
});

/** @throws Error that names the products that the database does not know as this version does; it may know more */
export async function assertProducts(db: Db): Promise<void> {
  const rows = await db.$queryRaw<ProductRow[]>(sql`
    SELECT name, is_synchronous AS "isSynchronous", events, delivers_token AS "deliversToken" FROM product`);
  const known = (product: ProductType) => rows.some((row) => isDeepStrictEqual(row, rowOf(product)));
  const unknown = productTypes.filter((product) => !known(product));
  if (unknown.length > 0)
    throw new Error(`The table "product" of the database does not know ${unknown.join(', ')} as this version does.`);
}
