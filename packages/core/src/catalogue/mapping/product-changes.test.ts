import type { ListedProduct } from '../../provider/provider.port';
import { goneProducts, productChanges, type StoredProduct } from './product-changes';

const plan = (some: Partial<ListedProduct>, code = '201', amount: string | null = '98.50'): ListedProduct => ({
  productType: 'DATA',
  serviceId: 'mtn-data',
  product: { code, amount },
  name: 'MTN 100MB 24 Hours',
  costKobo: 9_850n,
  leastKobo: null,
  mostKobo: null,
  meterType: null,
  ...some,
});
const stored = (product: ListedProduct, id = 1, isGone = false): StoredProduct => ({ ...product, id, isGone });

/** The ids of stored products, and the names of added ones. */
function told(rows: StoredProduct[], list: ListedProduct[]) {
  const { added, changed, unchanged, gone, doubted, contradictory } = productChanges(rows, list);
  const ids = (some: { id: number }[]) => some.map(({ id }) => id);
  const all = {
    added: added.map(({ name }) => name),
    changed: ids(changed.map(({ before }) => before)),
    unchanged: ids(unchanged),
    gone: ids(gone),
    doubted: ids(doubted),
    contradictory,
  };
  return Object.fromEntries(Object.entries(all).filter(([, some]) => some.length > 0));
}

describe('orders follow a mapping to what its product no longer is', () => {
  test('the same list changes nothing, and a new price leaves the product what it was', () => {
    const row = stored(plan({}));
    expect(told([row], [plan({})])).toEqual({ unchanged: [1] });
    expect(told([row], [plan({ costKobo: 9_900n }, '201', '99.00')])).toEqual({ changed: [1] });
    expect(told([row], [plan({ costKobo: 9_500n })])).toEqual({ changed: [1] });
  });

  test.each<[string, ListedProduct]>([
    ['another size', plan({ name: 'MTN 50MB 24 Hours' })],
    ['another validity', plan({ name: 'MTN 100MB 2 Days' })],
    ['another service', plan({ serviceId: 'glo-data' })],
    ['a service that is not told', plan({ serviceId: null })],
    ['a cost that fell by more than half', plan({ costKobo: 4_924n })],
    ['an open amount', plan({ costKobo: null })],
  ])('%s: it may be another product', (_, now) => {
    expect(told([stored(plan({}))], [now])).toEqual({ changed: [1], doubted: [1] });
  });

  test('other words for the same plan are the same product', () => {
    expect(told([stored(plan({}))], [plan({ name: '100 MB data, valid for 1 day' })])).toEqual({ changed: [1] });
  });

  test('a new amount and a new name are a new product', () => {
    const now = plan({ name: 'MTN 120MB 24 Hours', costKobo: 9_900n }, '201', '99.00');
    expect(told([stored(plan({}))], [now])).toEqual({ added: ['MTN 120MB 24 Hours'], gone: [1] });
  });

  test('of several products under one code each is found by its amount', () => {
    const rows = [stored(plan({ name: 'a' }, '345', '100.00')), stored(plan({ name: 'b' }, '345', '200.00'), 2)];
    expect(told(rows, [plan({ name: 'b' }, '345', '200.00')])).toEqual({ unchanged: [2], gone: [1] });
    const twice = [plan({ name: 'a' }, '345', '110.00'), plan({ name: 'a' }, '345', '120.00')];
    expect(told(rows, twice)).toEqual({ added: ['a', 'a'], gone: [1, 2] });
  });

  test('what comes back is the same row; what stands there twice and differs, or is free, is not listed', () => {
    expect(told([stored(plan({}), 1, true)], [plan({})])).toEqual({ changed: [1] });
    const rows = [stored(plan({}))];
    expect(told(rows, [plan({}), plan({})])).toEqual({ unchanged: [1] });
    expect(told(rows, [plan({}), plan({ name: 'x' })])).toEqual({ gone: [1], contradictory: ['201'] });
    expect(told(rows, [plan({ costKobo: 0n })])).toEqual({ gone: [1] });
  });
});

test('a list that lacks five products and more than a third is too short to be believed', () => {
  const rows = Array.from({ length: 14 }, (_, n) => stored(plan({}, `p${n}`), n));
  const list = (count: number) => rows.slice(0, count);
  expect(goneProducts(productChanges(rows, list(9)))).toEqual({ products: 14, gone: 5, tooMany: true });
  expect(goneProducts(productChanges(rows, list(10)))).toMatchObject({ gone: 4, tooMany: false });
  const gone = rows.map((row) => ({ ...row, isGone: true }));
  expect(goneProducts(productChanges(gone, []))).toEqual({ products: 0, gone: 0, tooMany: false });
});
