import type { ProductType } from '../provider/provider.port';
import { jobCatalog, readJob, synchronousProducts } from './job-catalog';

test('a product that has no queue and is not synchronous either is debited and never sent: each is one or the other', () => {
  const queued = Object.values(jobCatalog).flatMap<ProductType>(({ product }) => product ?? []);
  expect([...queued, ...synchronousProducts].sort()).toEqual(['AIRTIME', 'CABLE_TV', 'DATA', 'ELECTRICITY']);
});

test('two names for one queue in Redis would let one kind of job be taken for another', () => {
  const entries = Object.entries(jobCatalog);
  expect(entries.map(([name, { queue }]) => [name, queue])).toEqual(entries.map(([name]) => [name, name]));
});

test('a job carries one id, perhaps that of its request, and nothing else: what somebody else wrote into the queue is not taken for work', () => {
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
    expect(() => readJob(data)).toThrow('not a job of ours');
  }
});
