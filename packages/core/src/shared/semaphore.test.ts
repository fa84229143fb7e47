import { createSemaphore } from './semaphore';

/** Work that ends when the test ends it. */
function held() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more work runs than there are permits, and the next begins when one ends', async () => {
  const semaphore = createSemaphore(2);
  const begun: number[] = [];
  const works = [held(), held(), held()];
  const all = works.map(({ work }, i) =>
    semaphore.run(() => {
      begun.push(i);
      return work();
    }),
  );
  await settled();
  expect([begun, semaphore.available()]).toEqual([[0, 1], 0]);
  works[1]?.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(semaphore.available()).toBe(2);
});

test('work that fails returns its permit', async () => {
  const semaphore = createSemaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});

test('after drain nothing new begins, and what runs may end', async () => {
  const semaphore = createSemaphore(1);
  const first = held();
  const running = semaphore.run(first.work);
  const waiting = semaphore.run(async () => 'begun');
  const drained = semaphore.drain();
  await expect(waiting).rejects.toThrow('stopping');
  await expect(semaphore.run(async () => 'begun')).rejects.toThrow('stopping');
  first.end();
  await Promise.all([running, drained]);
});
