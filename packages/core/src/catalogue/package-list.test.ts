import type { Lookup, Variation } from '../provider/provider.port';
import type { Clock } from '../shared/clock';
import { createPackageList } from './package-list';

const MINUTE = 60_000;
const padi: Variation = { code: 'dstv-padi', name: 'Padi', priceKobo: 440_000n };
const yanga: Variation = { code: 'dstv-yanga', name: 'Yanga', priceKobo: 600_000n };
const away: Lookup<Variation[]> = { kind: 'unavailable', reason: 'no answer' };
const listing = (...value: Variation[]): Lookup<Variation[]> => ({ kind: 'found', value });

/** A list on a clock that stands still and a provider that answers `answer`; `reads` names what it was asked for. */
function world(first: Lookup<Variation[]>) {
  const state = { answer: first, now: 0, reads: [] as string[], held: undefined as Promise<void> | undefined };
  const clock: Clock = { now: () => new Date(state.now), monotonicMs: () => state.now };
  const lookups = {
    async variations(serviceId: string) {
      state.reads.push(serviceId);
      const { answer } = state;
      await state.held;
      return answer;
    },
  };
  return { state, list: createPackageList({ lookups, clock }) };
}

const costs = (priceKobo: bigint) => (found: Variation) => found.priceKobo === priceKobo;

describe('the provider is asked too often, or an old list is used for too long', () => {
  test('a list is read once and serves all clients for five minutes', async () => {
    const { state, list } = world(listing(padi, yanga));
    expect(await list.packages('dstv')).toEqual([padi, yanga]);
    state.now = 5 * MINUTE;
    expect(await list.packages('dstv')).toEqual([padi, yanga]);
    expect(await list.find('dstv', 'dstv-padi', costs(440_000n))).toEqual(padi);
    expect(state.reads).toEqual(['dstv']);
  });

  test('an older list is read again, and its new prices apply', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    state.now = 5 * MINUTE + 1;
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(state.reads).toHaveLength(2);
  });

  test('each product type has its own list', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    expect(await list.packages('gotv')).toEqual([yanga]);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toEqual(['dstv', 'gotv']);
  });

  test('a hundred clients at the same time cause one request, and all get the answer', async () => {
    const { state, list } = world(listing(padi));
    const answers = await Promise.all(Array.from({ length: 100 }, () => list.packages('dstv')));
    expect(answers).toEqual(answers.map(() => [padi]));
    expect(state.reads).toHaveLength(1);
  });
});

describe('no package can be bought while the provider does not answer', () => {
  test('the last list serves, however old it is, and the provider is asked every 10 s', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = away;
    for (const [now, reads] of [
      [60 * MINUTE, 2],
      [60 * MINUTE + 10_000, 2],
      [60 * MINUTE + 10_001, 3],
    ] as const) {
      state.now = now;
      expect(await list.packages('dstv')).toEqual([padi]);
      expect(state.reads).toHaveLength(reads);
    }
    state.answer = listing(yanga);
    state.now += 10_001;
    expect(await list.packages('dstv')).toEqual([yanga]);
  });

  test('without any list a purchase is declined before it is debited, and the next one asks again', async () => {
    const { state, list } = world(away);
    await expect(list.packages('dstv')).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(list.find('dstv', 'dstv-padi', costs(1n))).rejects.toMatchObject({ code: 'provider_unavailable' });
    state.answer = listing(padi);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toHaveLength(3);
  });

  test('a hundred clients wait for one request, and all get its error', async () => {
    const { state, list } = world(away);
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => list.packages('dstv')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'));
    expect(state.reads).toHaveLength(1);
  });
});

describe('an answer without packages stops the sale after the provider is well again', () => {
  const none: Lookup<Variation[]>[] = [listing(), { kind: 'not_recognised', reason: 'no such service' }];

  test.each(none)('before any list there is nothing to sell, and the next call asks again (%j)', async (empty) => {
    const { state, list } = world(empty);
    expect(await list.packages('dstv')).toEqual([]);
    expect(await list.find('dstv', 'dstv-padi', () => true)).toBeNull();
    state.answer = listing(padi);
    expect(await list.packages('dstv')).toEqual([padi]);
  });

  // specification 4.5, 4.7
  test.each(none)('the query that got it is told so, and purchases go on with the last list (%j)', async (empty) => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = empty;
    for (const [now, listed] of [
      [5 * MINUTE + 1, []],
      [5 * MINUTE + 10_001, [padi]],
      [5 * MINUTE + 10_002, []],
    ] as const) {
      state.now = now;
      expect(await list.packages('dstv')).toEqual(listed);
      expect(await list.find('dstv', 'dstv-padi', costs(440_000n))).toEqual(padi);
    }
    state.now += 10_001; // a purchase reads the list this time
    expect(await list.find('dstv', 'dstv-padi', costs(440_000n))).toEqual(padi);
    expect(state.reads).toHaveLength(4);
    state.answer = listing(yanga);
    state.now += 10_001;
    expect(await list.packages('dstv')).toEqual([yanga]);
  });

  test('a provider that is away afterwards is unreachable, and does not "list no packages"', async () => {
    const { state, list } = world(listing());
    await list.packages('dstv');
    state.answer = away;
    await expect(list.packages('dstv')).rejects.toMatchObject({ code: 'provider_unavailable' });
  });
});

describe('a client is declined because of an old price, or makes us ask without end', () => {
  test('an amount that does not fit, or an unknown code, is looked up in a new list', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing({ ...padi, priceKobo: 500_000n }, yanga);
    state.now = 10_001;
    expect(await list.find('dstv', 'dstv-padi', costs(500_000n))).toMatchObject({ priceKobo: 500_000n });
    expect(await list.find('dstv', 'dstv-yanga', costs(600_000n))).toEqual(yanga);
    expect(state.reads).toHaveLength(2);
  });

  test('what does not fit the new list either is returned as it is there, for the right error', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.now = 10_001;
    expect(await list.find('dstv', 'dstv-padi', costs(1n))).toEqual(padi);
    expect(await list.find('dstv', 'dstv-gone', () => true)).toBeNull();
    expect(state.reads).toHaveLength(2);
  });

  test('wrong amounts cause at most one read in 10 s, whether the provider answers or not', async () => {
    const { state, list } = world(listing(padi));
    for (const [now, answer, reads] of [
      [0, listing(padi), 1],
      [10_000, listing(padi), 1],
      [10_001, listing(padi), 2],
      [20_002, away, 3],
      [30_002, away, 3],
      [30_003, away, 4],
    ] as const) {
      state.now = now;
      state.answer = answer;
      for (let tries = 1; tries <= 5; tries += 1) expect(await list.find('dstv', 'dstv-padi', costs(1n))).toEqual(padi);
      expect(state.reads).toHaveLength(reads);
    }
  });
});

describe('a change of the list that the provider announces is missed', () => {
  test('the next call reads the list again, even if the last read was a moment ago', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    list.forget('dstv');
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(state.reads).toHaveLength(2);
  });

  test('the old list still serves while the provider does not answer', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = away;
    list.forget('dstv');
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toHaveLength(2);
  });

  test('only that product type is read again, and one that was never read is no error', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    list.forget('gotv');
    await list.packages('dstv');
    expect(state.reads).toEqual(['dstv']);
  });

  test('a read that was under way at the announcement does not count as the new list', async () => {
    const { state, list } = world(listing(padi));
    let arrive = (): void => undefined;
    state.held = new Promise((resolve) => {
      arrive = resolve;
    });
    const early = list.packages('dstv');
    list.forget('dstv');
    state.answer = listing(yanga);
    arrive();
    await early;
    expect(await list.packages('dstv')).toEqual([yanga]);
  });
});

test('a package with two different prices is not listed', async () => {
  const { list } = world(
    listing(
      padi,
      { ...yanga, priceKobo: 600_000n },
      { ...padi, name: 'Padi again' },
      { ...yanga, priceKobo: 610_000n },
      { code: 'ewallet', name: 'Wallet', priceKobo: 0n },
    ),
  );
  expect(await list.packages('dstv')).toEqual([padi]);
  expect(await list.find('dstv', 'dstv-yanga', () => true)).toBeNull();
  expect(await list.find('dstv', 'ewallet', () => true)).toBeNull();
});
