import { AppError } from '../errors/error-catalog';
import { createFairQuota } from '../flow/fair-quota';
import { limitLookups } from './limit-lookups';
import type { Lookup, Meter } from './provider.port';

const unknown: Lookup<never> = { kind: 'not_recognised', reason: 'no such number' };

// fault A3
test('slow lookups of one account leave room for another, and are accepted again when they end', async () => {
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const quota = createFairQuota(4);
  const lookups = {
    verifyMeter: () => slow.then((): Lookup<Meter> => unknown),
    verifySmartcard: async () => unknown,
    verifyProfile: async () => unknown,
  };
  const [ofA, ofB] = [limitLookups(lookups, quota, 'a'), limitLookups(lookups, quota, 'b')];
  const meter = () => ofA.verifyMeter('ikeja-electric', '1', 'prepaid');

  const open = [meter(), meter(), meter()];
  await expect(meter()).rejects.toEqual(new AppError('overloaded'));
  expect(await ofB.verifySmartcard('gotv', '1')).toEqual(unknown);
  answer();
  expect(await Promise.all(open)).toEqual([unknown, unknown, unknown]);
  expect(quota.available()).toBe(4);
  expect(await meter()).toEqual(unknown);
});
