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

describe('the provider is not asked for what is known, nor believed for longer than five minutes', () => {
  test('a list is read once and serves everybody for five minutes', async () => {
    const { state, list } = world(listing(padi, yanga));
    expect(await list.packages('dstv')).toEqual([padi, yanga]);
    state.now = 5 * MINUTE;
    expect(await list.packages('dstv')).toEqual([padi, yanga]);
    expect(await list.find('dstv', 'dstv-padi', costs(440_000n))).toEqual(padi);
    expect(state.reads).toEqual(['dstv']);
  });

  test('an older one is read again, and what it says now is sold', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    state.now = 5 * MINUTE + 1;
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(state.reads).toHaveLength(2);
  });

  test('each product type has a list of its own', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    expect(await list.packages('gotv')).toEqual([yanga]);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toEqual(['dstv', 'gotv']);
  });

  test('a hundred clients that come together ask once, and all get the answer', async () => {
    const { state, list } = world(listing(padi));
    const answers = await Promise.all(Array.from({ length: 100 }, () => list.packages('dstv')));
    expect(answers).toEqual(answers.map(() => [padi]));
    expect(state.reads).toHaveLength(1);
  });
});

describe('the provider is away: its last list sells on, and nobody waits for what will not come', () => {
  test('the last list serves, however old, and the provider is asked every 10 s', async () => {
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

  test('without any list a purchase is refused before it is debited, and the next one asks again', async () => {
    const { state, list } = world(away);
    await expect(list.packages('dstv')).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(list.find('dstv', 'dstv-padi', costs(1n))).rejects.toMatchObject({ code: 'provider_unavailable' });
    state.answer = listing(padi);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toHaveLength(3);
  });

  test('a hundred who come then wait for one answer, and all are told', async () => {
    const { state, list } = world(away);
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => list.packages('dstv')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'));
    expect(state.reads).toHaveLength(1);
  });

  test('a provider that lists nothing is believed: there is nothing to sell', async () => {
    const { list } = world({ kind: 'not_recognised', reason: 'no such service' });
    expect(await list.packages('dstv')).toEqual([]);
    expect(await list.find('dstv', 'dstv-padi', () => true)).toBeNull();
  });
});

describe('a price that has changed: nobody is refused by an old list, and nobody makes us ask without end', () => {
  test('an amount that does not fit, and a code that is not there, are looked for in a new list', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing({ ...padi, priceKobo: 500_000n }, yanga);
    state.now = 10_001;
    expect(await list.find('dstv', 'dstv-padi', costs(500_000n))).toMatchObject({ priceKobo: 500_000n });
    expect(await list.find('dstv', 'dstv-yanga', costs(600_000n))).toEqual(yanga);
    expect(state.reads).toHaveLength(2);
  });

  test('what does not fit in the new list either is told as it stands there, so that the client is refused for the right reason', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.now = 10_001;
    expect(await list.find('dstv', 'dstv-padi', costs(1n))).toEqual(padi);
    expect(await list.find('dstv', 'dstv-gone', () => true)).toBeNull();
    expect(state.reads).toHaveLength(2);
  });

  test('any number of wrong amounts reads the list at most once in 10 s, be the provider there or away', async () => {
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

describe('the provider says that its list has changed', () => {
  test('the next look reads it again, even if the last one was a moment ago', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = listing(yanga);
    list.forget('dstv');
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(await list.packages('dstv')).toEqual([yanga]);
    expect(state.reads).toHaveLength(2);
  });

  test('the old list still sells while the provider is away', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    state.answer = away;
    list.forget('dstv');
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(await list.packages('dstv')).toEqual([padi]);
    expect(state.reads).toHaveLength(2);
  });

  test('it forgets only that product type, and one that was never read is none', async () => {
    const { state, list } = world(listing(padi));
    await list.packages('dstv');
    list.forget('gotv');
    await list.packages('dstv');
    expect(state.reads).toEqual(['dstv']);
  });

  test('a read that was under way when it said so is not taken for the new list', async () => {
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

test('a package without one certain price is not listed: whatever is paid for it, somebody loses', async () => {
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
