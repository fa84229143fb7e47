import { createBatcher } from './batcher';
import { createFairQuota } from './fair-quota';

/** Some turns of the event loop later, everything that could continue has. */
const settled = async () => {
  for (let turns = 0; turns < 12; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A batcher whose runs end when the test ends them. */
function controlled(options: {
  maxItems: number;
  gatherMs?: number;
  queueOf?: (item: string) => string;
  maxWaiting?: number;
  maxWaitMs?: number;
}) {
  const runs: { items: string[]; end: (results?: (string | Error)[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = createBatcher<string, string>({
    maxItems: options.maxItems,
    ...(options.gatherMs === undefined ? {} : { gatherMs: options.gatherMs }),
    ...(options.queueOf ? { queueOf: options.queueOf } : {}),
    ...(options.maxWaiting === undefined
      ? {}
      : {
          limit: {
            quota: createFairQuota(options.maxWaiting),
            overloaded: () => new Error('overloaded'),
            maxWaitMs: options.maxWaitMs ?? 60_000,
            tooLate: () => new Error('too late'),
          },
        }),
    run: (items) =>
      new Promise((resolve, reject) => runs.push({ items, end: (results = items) => resolve(results), fail: reject })),
  });
  return { batcher, runs };
}

test('calls that arrive during a run go together into the next one', async () => {
  const { batcher, runs } = controlled({ maxItems: 10 });
  const results = [batcher.submit('a')];
  await settled();
  results.push(batcher.submit('b'), batcher.submit('c'));
  await settled();
  expect(runs.map(({ items }) => items)).toEqual([['a']]);
  runs[0]?.end();
  await settled();
  expect(runs[1]?.items).toEqual(['b', 'c']);
  runs[1]?.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
});

test('calls that came in together run together: a run begins when the event loop has read them all', async () => {
  const { batcher, runs } = controlled({ maxItems: 10 });
  const first = batcher.submit('a');
  // the callbacks of one socket have ended, those of the next follow in the same turn
  await Promise.resolve().then(() => undefined);
  const second = batcher.submit('b');
  await settled();
  expect(runs.map(({ items }) => items)).toEqual([['a', 'b']]);
  runs[0]?.end();
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

test('32 items wait for no others: a turn of a busy event loop takes milliseconds', async () => {
  const { batcher, runs } = controlled({ maxItems: 100 });
  const submit = (count: number) => Array.from({ length: count }, (_, n) => batcher.submit(String(n)));
  const first = submit(3);
  await settled();
  runs[0]?.end();
  await Promise.all(first);
  void submit(32);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.resolve();
  expect(runs[1]?.items).toHaveLength(32);
});

test('after a run of several items the next one gathers what arrives within some turns of the event loop', async () => {
  const { batcher, runs } = controlled({ maxItems: 10 });
  const results = ['a', 'b', 'c'].map((item) => batcher.submit(item));
  await settled();
  runs[0]?.end();
  await Promise.all(results);
  void batcher.submit('d');
  await new Promise((resolve) => setImmediate(resolve));
  void batcher.submit('e');
  await settled();
  runs[1]?.end();
  expect(runs[1]?.items).toEqual(['d', 'e']);

  void batcher.submit('f');
  await settled();
  runs[2]?.end();
  await settled();
  void batcher.submit('g');
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.resolve();
  expect(runs[3]?.items).toEqual(['g']); // after a run of one it waits for nothing
});

test('an item submitted from the answer of the last one is not forgotten', async () => {
  const { batcher, runs } = controlled({ maxItems: 10 });
  const chain = batcher.submit('a').then(() => batcher.submit('b'));
  await settled();
  runs[0]?.end();
  await settled();
  runs[1]?.end();
  expect(await chain).toBe('b');
});

test('one busy client does not push another behind its whole queue', async () => {
  const { batcher, runs } = controlled({ maxItems: 2, queueOf: (item) => item[0] ?? '' });
  const results = ['x0', 'x1', 'x2', 'x3', 'y0'].map((item) => batcher.submit(item));
  await settled();
  expect(runs[0]?.items).toEqual(['x0', 'y0']);
  for (const i of [0, 1, 2]) {
    runs[i]?.end();
    await settled();
  }
  expect(runs.map(({ items }) => items)).toEqual([['x0', 'y0'], ['x1', 'x2'], ['x3']]);
  await Promise.all(results);
});

test('a failed run rejects only its items; an Error as a result rejects only that item', async () => {
  const { batcher, runs } = controlled({ maxItems: 2 });
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((item) => batcher.submit(item)));
  await settled();
  runs[0]?.fail(new Error('lost'));
  await settled();
  runs[1]?.end(['c', new Error('only d')]);
  expect(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
  ).toEqual(['lost', 'lost', 'c', 'only d']);
});

test('a client that fills its quota is rejected, and another is still taken', async () => {
  const { batcher, runs } = controlled({ maxItems: 8, queueOf: (item) => item[0] ?? '', maxWaiting: 4 });
  const results = ['x0', 'x1', 'x2', 'x3', 'y0'].map((item) => batcher.submit(item).catch(({ message }) => message));
  await settled();
  expect(runs[0]?.items).toEqual(['x0', 'y0', 'x1', 'x2']);
  runs[0]?.end();
  expect(await Promise.all(results)).toEqual(['x0', 'x1', 'x2', 'overloaded', 'y0']);
});

test('an overloaded batcher rejects at once what it cannot hold', async () => {
  const { batcher, runs } = controlled({ maxItems: 1, maxWaiting: 2 });
  const first = batcher.submit('a');
  await settled();
  const held = [batcher.submit('b'), batcher.submit('c')];
  await expect(batcher.submit('d')).rejects.toThrow('overloaded');
  for (const i of [0, 1, 2]) {
    runs[i]?.end();
    await settled();
  }
  expect(await Promise.all([first, ...held])).toEqual(['a', 'b', 'c']);
});

describe('who waits behind a run that hangs hears nothing until it ends', () => {
  test('what waited too long is rejected during the run, never runs, and leaves its place to others', async () => {
    const { batcher, runs } = controlled({ maxItems: 1, maxWaiting: 2, maxWaitMs: 500 });
    const first = batcher.submit('a');
    await settled();
    const late = await Promise.allSettled([batcher.submit('b'), batcher.submit('c')]);
    expect(late.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(['too late', 'too late']);
    expect(batcher.size()).toBe(1);
    const next = Promise.allSettled([batcher.submit('d'), batcher.submit('e')]);
    runs[0]?.end();
    expect(await first).toBe('a');
    await settled();
    runs[1]?.end();
    await settled();
    runs[2]?.end();
    await batcher.idle();
    expect(runs.flatMap(({ items }) => items)).not.toContain('b');
    expect((await next).map((one) => one.status === 'rejected' && one.reason.message)).not.toContain('overloaded');
    expect(batcher.size()).toBe(0);
  });
});

describe('runs that nobody waits for are many and small', () => {
  test('a run gathers items until its time is over, a batch is full, or somebody is in a hurry', async () => {
    const { batcher, runs } = controlled({ maxItems: 3, gatherMs: 60_000 });
    for (const item of ['a', 'b']) void batcher.submit(item);
    await settled();
    expect(runs).toEqual([]);
    void batcher.submit('c');
    await settled();
    expect(runs.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);

    void batcher.submit('d');
    batcher.hurry(); // while a run is under way
    runs[0]?.end();
    await settled();
    expect(runs[1]?.items).toEqual(['d']);
    runs[1]?.end();
    await settled();

    batcher.hurry(); // with nothing to do
    void batcher.submit('e');
    await settled();
    expect(runs).toHaveLength(2);
    batcher.hurry();
    await settled();
    expect(runs[2]?.items).toEqual(['e']);
    runs[2]?.end();
    await batcher.idle();
  });

  test('the time to gather ends automatically', async () => {
    const { batcher, runs } = controlled({ maxItems: 3, gatherMs: 1 });
    void batcher.submit('a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await batcher.idle();
  });
});
