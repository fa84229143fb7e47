import { createFairQuota, createFairQuotaByName, takeQuotas } from './fair-quota';

/** Takes permits for the account until it may have no more. Returns how many it got. */
function takeAll(quota: ReturnType<typeof createFairQuota>, accountId: string): number {
  let taken = 0;
  for (; quota.mayTake(accountId); taken += 1) quota.take(accountId);
  return taken;
}

describe('one account takes all it can', () => {
  test.each([
    [4, 3, 1],
    [64, 48, 2],
    [512, 384, 15],
  ])('of %i permits it gets %i, and the next account gets %i', (size, first, second) => {
    const quota = createFairQuota(size);
    expect([takeAll(quota, 'greedy'), takeAll(quota, 'next')]).toEqual([first, second]);
  });

  test.each([1, 2])('of %i permits nothing can be kept back', (size) => {
    const quota = createFairQuota(size);
    expect([takeAll(quota, 'greedy'), takeAll(quota, 'next')]).toEqual([size, 0]);
  });
});

describe('many accounts take all they can, one after another', () => {
  test('of 512 permits the tenth account still gets six, and the twentieth two', () => {
    const quota = createFairQuota(512);
    const got = Array.from({ length: 20 }, (_, n) => takeAll(quota, `account ${n}`));
    expect([got[9], got[19]]).toEqual([6, 2]);
  });
});

describe('what was taken is given back', () => {
  test('the account may take it again, and nothing is kept of accounts that hold nothing', () => {
    const quota = createFairQuota(8);
    const taken = takeAll(quota, 'a');
    for (let n = 0; n < taken; n += 1) quota.release('a');
    expect([quota.available(), quota.holders(), quota.held('a')]).toEqual([8, 0, 0]);
    expect(() => quota.release('a')).toThrow('twice');
    expect(takeAll(quota, 'b')).toBe(taken);
  });

  test('permits of several resources are taken together or not at all, and given back once', () => {
    const [process, service] = [createFairQuota(8), createFairQuotaByName(1)];
    const giveBack = takeQuotas([process, service('mtn')], 'a');
    expect(takeQuotas([process, service('mtn')], 'b')).toBeNull();
    expect(process.available()).toBe(7);
    expect(takeQuotas([process, service('glo')], 'b')).not.toBeNull();
    giveBack?.();
    giveBack?.();
    expect([process.available(), service('mtn').available(), service('glo').available()]).toEqual([7, 1, 0]);
  });
});
