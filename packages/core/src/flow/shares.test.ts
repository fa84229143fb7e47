import { createShares, createSharesByName, takeShares } from './shares';

/** Takes permits for the account until it may have no more. Returns how many it got. */
function takeAll(shares: ReturnType<typeof createShares>, accountId: string): number {
  let taken = 0;
  for (; shares.mayTake(accountId); taken += 1) shares.take(accountId);
  return taken;
}

describe('one account takes all it can', () => {
  test.each([
    [4, 3, 1],
    [64, 48, 2],
    [512, 384, 15],
  ])('of %i permits it gets %i, and the next account gets %i', (size, first, second) => {
    const shares = createShares(size);
    expect([takeAll(shares, 'greedy'), takeAll(shares, 'next')]).toEqual([first, second]);
  });

  test.each([1, 2])('of %i permits nothing can be kept back', (size) => {
    const shares = createShares(size);
    expect([takeAll(shares, 'greedy'), takeAll(shares, 'next')]).toEqual([size, 0]);
  });
});

describe('many accounts take all they can, one after another', () => {
  test('of 512 permits the tenth account still gets six, and the twentieth two', () => {
    const shares = createShares(512);
    const got = Array.from({ length: 20 }, (_, n) => takeAll(shares, `account ${n}`));
    expect([got[9], got[19]]).toEqual([6, 2]);
  });
});

describe('what was taken is given back', () => {
  test('the account may take it again, and nothing is kept of accounts that hold nothing', () => {
    const shares = createShares(8);
    const taken = takeAll(shares, 'a');
    for (let n = 0; n < taken; n += 1) shares.release('a');
    expect([shares.available(), shares.holders(), shares.held('a')]).toEqual([8, 0, 0]);
    expect(() => shares.release('a')).toThrow('twice');
    expect(takeAll(shares, 'b')).toBe(taken);
  });

  test('permits of several resources are taken together or not at all, and given back once', () => {
    const [process, service] = [createShares(8), createSharesByName(1)];
    const giveBack = takeShares([process, service('mtn')], 'a');
    expect(takeShares([process, service('mtn')], 'b')).toBeNull();
    expect(process.available()).toBe(7);
    expect(takeShares([process, service('glo')], 'b')).not.toBeNull();
    giveBack?.();
    giveBack?.();
    expect([process.available(), service('mtn').available(), service('glo').available()]).toEqual([7, 1, 0]);
  });
});
