import { createScheduler, createShares, newId, type Work } from '@topup/core/shared';
import { hashPassword, verifyPassword } from '@topup/core/user';
import { Refusal } from '../http/refusal';

/**
 * Of the four threads that Node has for this. Files, compression and new database connections need the others, and
 * wait no longer than 2 s.
 */
const AT_ONCE = 2;
/** Of one user, or of all who are unknown. A hash takes 0.25 s, so a later one would wait until its client is gone. */
const MOST_WAITING = 32;
/** New passwords, and sign-ins of users that do not exist, which take as long as those of users that do. */
const NOBODY = 'nobody';

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

type Hashing = Work & { run(): Promise<void>; refuse(): void };

/**
 * Hashes and compares, a few at a time and users in turn, so that many sign-ins stop neither another user nor anything
 * else. A user is known by the stored hash. @throws Refusal 503 when too many of the same user wait
 */
export function createPasswords(derive: Passwords = { hash: hashPassword, verify: verifyPassword }): Passwords {
  const scheduler = createScheduler<Hashing>({
    shares: createShares(AT_ONCE),
    run: (work) => work.run(),
    leftOut: (work) => work.refuse(),
    maxWaiting: MOST_WAITING,
  });
  const inTurn = <T>(user: string, hashed: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const work = {
        id: newId(),
        accountId: user,
        lane: '',
        run: () => hashed().then(resolve, reject),
        refuse: () =>
          reject(new Refusal(503, 'busy', 'Too many people are signing in right now. Try again in 30 seconds.')),
      };
      scheduler.submit(work).catch(reject);
    });
  return {
    hash: (password) => inTurn(NOBODY, () => derive.hash(password)),
    verify: (password, hash) => inTurn(hash, () => derive.verify(password, hash)),
  };
}
