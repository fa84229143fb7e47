import { createFairQuota, createFairQuotaByName } from './fair-quota';
import { createScheduler, type Work } from './scheduler';

type Job = Work & { service?: string };

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler whose work ends when the test ends it. */
function controlled(size: number, options: { serviceSize?: number; maxWaiting?: number } = {}) {
  const begun: string[] = [];
  const later: [string, unknown][] = [];
  const leftOut: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const services = createFairQuotaByName(options.serviceSize ?? 1_000);
  const scheduler = createScheduler<Job>({
    quota: createFairQuota(size),
    alsoOf: ({ service = 'any' }) => [services(service)],
    run: ({ id }) =>
      new Promise((resolve, reject) => {
        begun.push(id);
        ends.set(id, (error) => (error === undefined ? resolve() : reject(error)));
      }),
    failedLater: ({ id }, error) => later.push([id, error]),
    leftOut: ({ id }) => leftOut.push(id),
    maxWaiting: options.maxWaiting ?? 100,
  });
  return {
    scheduler,
    begun,
    later,
    leftOut,
    add: (accountId: string, n: number, service?: string) =>
      scheduler.submit({ id: `${accountId}${n}`, accountId, lane: service ?? '', ...(service && { service }) }),
    async end(id: string, error?: Error) {
      ends.get(id)?.(error);
      await settled();
    },
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('one account has much more work than there are permits', () => {
  test('another begins at once, however much waits', async () => {
    const { add, begun } = controlled(8);
    for (const n of numbers(50)) void add('a', n);
    void add('b', 0);
    expect(begun).toEqual([...numbers(6).map((n) => `a${n}`), 'b0']);
  });

  test('those that wait take turns, no matter which was first', async () => {
    const { add, begun, end } = controlled(1);
    for (const n of numbers(4)) void add('a', n);
    for (const n of numbers(2)) void add('b', n);
    void add('c', 0);
    for (const id of ['a0', 'a1', 'b0', 'c0', 'a2', 'b1']) await end(id);
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  test('an account below its even share goes before one that holds more', async () => {
    const { add, begun, end } = controlled(8);
    for (const n of numbers(20)) void add('a', n);
    for (const n of numbers(4)) void add('b', n);
    expect(begun).toHaveLength(7);
    for (const n of numbers(4)) await end(`a${n}`);
    expect(begun.slice(7)).toEqual(['b1', 'a6', 'b2']); // a held five, three, and then more than b again
  });

  test('what is too much is left out, and its account is named as busy', async () => {
    const { add, scheduler, leftOut } = controlled(1, { maxWaiting: 16 });
    for (const n of numbers(18)) void add('a', n);
    void add('b', 0);
    expect(leftOut).toEqual(['a17']);
    expect(scheduler.busyAccounts()).toEqual(['a']);
  });
});

describe('one service takes no more', () => {
  test('work of the same account for another service begins, and the order within a service is kept', async () => {
    const { add, begun, end } = controlled(100, { serviceSize: 1 });
    for (const n of numbers(3)) void add('a', n, 'mtn');
    void add('a', 3, 'glo');
    expect(begun).toEqual(['a0', 'a3']);
    await end('a0');
    await end('a1');
    expect(begun).toEqual(['a0', 'a3', 'a1', 'a2']);
  });

  test('an account that fills it leaves room in it for another', async () => {
    const { add, begun } = controlled(100, { serviceSize: 8 });
    for (const n of numbers(20)) void add('a', n, 'mtn');
    void add('b', 0, 'mtn');
    expect(begun.at(-1)).toBe('b0');
  });
});

describe('who waits for work learns how it ended', () => {
  test('work that begins at once resolves with its end; work that waits resolves at once and is reported', async () => {
    const { add, end, later } = controlled(1);
    let ended = false;
    const first = add('a', 0).then(() => {
      ended = true;
    });
    await add('a', 1);
    expect(ended).toBe(false);
    await end('a0');
    await first;
    await end('a1', new Error('lost'));
    expect(later).toEqual([['a1', new Error('lost')]]);
  });

  test('work that fails at once rejects, and returns its permits', async () => {
    const { add, end, scheduler } = controlled(4);
    const failed = expect(add('a', 0)).rejects.toThrow('lost');
    await end('a0', new Error('lost'));
    await failed;
    expect(scheduler.available()).toBe(4);
  });

  test('what waits already is not added twice', async () => {
    const { add, begun, end, leftOut } = controlled(1);
    for (const n of [0, 1, 1]) void add('a', n);
    expect(leftOut).toEqual(['a1']);
    for (const id of ['a0', 'a1']) await end(id);
    expect(begun).toEqual(['a0', 'a1']);
  });
});

test('after drain nothing new begins, what waits is forgotten, and what runs may end', async () => {
  const { add, begun, end, scheduler } = controlled(1);
  void add('a', 0);
  void add('a', 1);
  let drained = false;
  const draining = scheduler.drain().then(() => {
    drained = true;
  });
  await expect(add('b', 0)).rejects.toThrow('stopping');
  await settled();
  expect(drained).toBe(false);
  await end('a0');
  await draining;
  expect(begun).toEqual(['a0']);
});

test('ten thousand accounts with work waiting cost a turn no more than one', async () => {
  const { add, begun, end } = controlled(1);
  void add('first', 0);
  for (const n of numbers(10_000)) void add(`account-${n}-`, 0);
  await end('first0');
  await end('account-0-0');
  expect(begun).toEqual(['first0', 'account-0-0', 'account-1-0']);
});
