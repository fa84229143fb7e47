import { purchaseQueues } from '../product/definition';
import { productsOf, productTypes, synchronousProducts } from '../product/products';
import { jobCatalog, readJob } from './job-catalog';

describe('a purchase is debited and never sent', () => {
  test('each product has a queue or is synchronous', () => {
    const queued = purchaseQueues.flatMap(productsOf);
    expect([...queued, ...synchronousProducts].sort()).toEqual([...productTypes].sort());
  });
});

describe('one kind of job is taken for another', () => {
  test('each queue has one name of its own in Redis', () => {
    const entries = Object.entries(jobCatalog);
    expect(entries.map(([name, { queue }]) => [name, queue])).toEqual(entries.map(([name]) => [name, name]));
  });
});

describe('data of another program is taken for a job', () => {
  test('a job carries one id, optionally that of its request, and nothing else', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(readJob({ id })).toEqual({ id });
    expect(readJob({ id, requestId: id })).toEqual({ id, requestId: id });
    for (const data of [
      undefined,
      null,
      id,
      {},
      { id: 'order-1' },
      { id: 7 },
      { id, phone: '08030000001' },
      { id, requestId: 'mine' },
    ]) {
      expect(() => readJob(data)).toThrow('not one of our jobs');
    }
  });
});
