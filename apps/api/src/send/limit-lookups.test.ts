import { AppError } from '@topup/core/errors';
import type { Lookup, Variation } from '@topup/core/provider';
import { createSemaphore } from '@topup/core/shared';
import { type ClientLookups, limitLookups } from './limit-lookups';

const found: Lookup<Variation[]> = { kind: 'found', value: [] };

test('lookups beyond the limit are declined, and accepted again later', async () => {
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const lookups: ClientLookups = {
    dataServices: [],
    variations: () => slow.then(() => found),
    verifySmartcard: () => Promise.resolve({ kind: 'unavailable', reason: 'x' }),
    verifyMeter: () => Promise.reject(new Error('asked though turned away')),
  };
  const limited = limitLookups(lookups, createSemaphore(1));

  const first = limited.variations('gotv');
  await expect(limited.verifyMeter('ikeja-electric', '1', 'prepaid')).rejects.toEqual(new AppError('overloaded'));
  answer();
  expect(await first).toEqual(found);
  expect(await limited.verifySmartcard('gotv', '1')).toEqual({ kind: 'unavailable', reason: 'x' });
});
