import { AppError } from '@topup/core/errors';
import { createTurns } from './read-in-turns';

describe('the lists of one client take the connections that others need', () => {
  // fault A8
  test('at most so many run at a time, another account comes next, and all are read', async () => {
    const inTurns = createTurns(4);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const read = (account: string, n: number) =>
      inTurns(account, () => {
        begun.push(account);
        return new Promise<number>((resolve) => ends.push(() => resolve(n)));
      });
    const ofA = Array.from({ length: 10 }, (_, n) => read('a', n));
    const ofB = read('b', 99);
    expect(begun).toEqual(['a', 'a', 'a', 'b']);
    while (begun.length < 11 || ends.length > 0) {
      ends.shift()?.();
      await Promise.resolve();
    }
    expect(await Promise.all(ofA)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await ofB).toBe(99);
  });

  test('what is too much to wait is refused, and a failed read fails for its caller only', async () => {
    const inTurns = createTurns(1);
    let fail: (error: Error) => void = () => undefined;
    const first = inTurns('a', () => new Promise((_, reject) => (fail = reject)));
    const waiting = Array.from({ length: 32 }, () => inTurns('a', async () => 'read'));
    await expect(inTurns('a', async () => 'never')).rejects.toEqual(new AppError('overloaded'));
    fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'read'));
  });
});
