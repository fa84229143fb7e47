import type { Clock } from '@topup/core/shared';
import { createAccountBreakers } from './account-breakers';
import { FORGET_MS } from './breaker';

const RESET_MS = 2_000;

function accounts(maxEntries?: number) {
  const state = { nowMs: 0 };
  const turns: string[] = [];
  const clock: Clock = { now: () => new Date(state.nowMs), monotonicMs: () => state.nowMs };
  const breakers = createAccountBreakers({
    clock,
    resetMs: RESET_MS,
    onTurn: (turn, service, account) => void turns.push(`${account} ${service} ${turn}`),
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
  const fail = (account: string, service = 'mtn', times = 20) => {
    for (let n = 0; n < times; n += 1) breakers.begin(account, service)('failed');
  };
  return { state, turns, breakers, fail };
}

describe('an account is stopped by what other accounts met', () => {
  test('twenty failures of one account stop it at that service alone, and nobody else', () => {
    const { breakers, fail, turns } = accounts();
    fail('b');
    expect(turns).toEqual(['b mtn opened']);
    expect([breakers.admit('b', 'mtn'), breakers.admit('b', 'glo'), breakers.admit('a', 'mtn')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(breakers.statuses()).toEqual([{ breaker: 'mtn', state: 'open', accounts: 1, since: new Date(0) }]);
  });

  test('a hundred failures of eight accounts do not stop one that has met none', () => {
    const { breakers, fail, state } = accounts();
    state.nowMs = 20_000;
    for (let n = 0; n < 8; n += 1) fail(`b${n}`, 'mtn', 100);
    expect(breakers.admit('a', 'mtn')).toBe(true);
    breakers.begin('a', 'mtn')('answered');
    expect(breakers.admit('a', 'mtn')).toBe(true);
  });
});

describe('each account learns a real outage by twenty orders of its own', () => {
  const outage = (others: number) => {
    const world = accounts();
    world.state.nowMs = 20_000;
    for (let n = 0; n < others; n += 1) world.fail(`b${n}`);
    return world;
  };

  test('when three others are stopped and nobody had an answer for ten seconds, one failure is enough', () => {
    const { breakers, fail } = outage(3);
    fail('a', 'mtn', 1);
    expect(breakers.admit('a', 'mtn')).toBe(false);
    expect(breakers.statuses()).toMatchObject([{ breaker: 'mtn', accounts: 4 }]);
  });

  test.each([
    ['two others are stopped', 2, (): void => undefined],
    [
      'somebody had an answer',
      3,
      ({ breakers }: ReturnType<typeof accounts>) => breakers.begin('c', 'mtn')('answered'),
    ],
  ])('not when %s', (_what, others, first) => {
    const world = outage(others);
    first(world);
    world.state.nowMs += 9_999;
    world.fail('a', 'mtn', 1);
    expect(world.breakers.admit('a', 'mtn')).toBe(true);
  });

  test('an outage of one service says nothing about another', () => {
    const { breakers, fail } = outage(3);
    fail('a', 'glo', 1);
    expect(breakers.admit('a', 'glo')).toBe(true);
  });
});

describe('breakers fill the memory, or stay in the console forever', () => {
  test('the one that was used longest ago is forgotten when there are too many', () => {
    const { breakers, fail } = accounts(2);
    fail('a');
    fail('b');
    fail('c', 'mtn', 1);
    expect([breakers.admit('a', 'mtn'), breakers.admit('b', 'mtn')]).toEqual([true, false]);
    expect(breakers.statuses()).toMatchObject([{ accounts: 1 }]);
  });

  test('one that nothing tries any more is not shown after a minute', () => {
    const { breakers, fail, state } = accounts();
    fail('a');
    state.nowMs = RESET_MS;
    expect(breakers.statuses()).toMatchObject([{ state: 'half_open', accounts: 1 }]);
    state.nowMs = RESET_MS + FORGET_MS;
    expect(breakers.statuses()).toEqual([]);
    expect(breakers.anyOpen()).toBe(false);
  });

  test('it is shown as open while any account is stopped, from the first on', () => {
    const { breakers, fail, state } = accounts();
    fail('a');
    state.nowMs = RESET_MS;
    fail('b');
    expect(breakers.statuses()).toEqual([{ breaker: 'mtn', state: 'open', accounts: 2, since: new Date(0) }]);
  });
});
