import { createSemaphore } from './semaphore';

/** Work that ends when told. */
function held() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more work is begun than there are slots, and the next begins when one ends', async () => {
  const slots = createSemaphore(2);
  const begun: number[] = [];
  const works = [held(), held(), held()];
  const all = works.map(({ work }, i) =>
    slots.run(() => {
      begun.push(i);
      return work();
    }),
  );
  await settled();
  expect([begun, slots.available()]).toEqual([[0, 1], 0]);
  works[1]?.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(slots.available()).toBe(2);
});

test('work that fails gives its slot back', async () => {
  const slots = createSemaphore(1);
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(async () => 'next')).toBe('next');
});

test('a stopping process begins nothing new but ends what it has begun', async () => {
  const slots = createSemaphore(1);
  const first = held();
  const running = slots.run(first.work);
  const waiting = slots.run(async () => 'begun');
  const drained = slots.drain();
  await expect(waiting).rejects.toThrow('stopping');
  await expect(slots.run(async () => 'begun')).rejects.toThrow('stopping');
  first.end();
  await Promise.all([running, drained]);
});
