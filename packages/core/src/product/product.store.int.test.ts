import { useDatabase } from '@topup/testkit';
import { assertProducts } from './product.store';
import { productTypes } from './products';

const database = useDatabase({ eachTest: true });
const change = (text: string) => database.db.$executeRawUnsafe(text);

describe('a process treats a product as one of another queue, without its events or its token', () => {
  test('the database knows the products that the code defines, and no others', async () => {
    await expect(assertProducts(database.db)).resolves.toBeUndefined();
    const rows = await database.db.product.findMany();
    expect(rows.map(({ name }) => name).sort()).toEqual([...productTypes].sort());
  });

  test('each column with the type of a product accepts them all', async () => {
    const checks = await database.db.$queryRaw<{ text: string }[]>`
      SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname LIKE '%product_type_check'`;
    const named = checks.map(({ text }) => productTypes.filter((product) => text.includes(`'${product}'`)));
    expect(named).toEqual([productTypes, productTypes, productTypes]);
  });

  test('a product of a newer version does not matter', async () => {
    await change(`INSERT INTO product VALUES ('NEWER', false, '{}', false)`);
    await expect(assertProducts(database.db)).resolves.toBeUndefined();
  });

  test.each([
    ['is missing', `DELETE FROM product WHERE name = 'DATA'`],
    ['waits for another process', `UPDATE product SET is_synchronous = true WHERE name = 'DATA'`],
    ['has other events', `UPDATE product SET events = '{success}' WHERE name = 'DATA'`],
    ['delivers a token', `UPDATE product SET delivers_token = true WHERE name = 'DATA'`],
  ])('nothing starts when one %s', async (_what, statement) => {
    await change(statement);
    await expect(assertProducts(database.db)).rejects.toThrow('does not know DATA as this version does');
  });
});
