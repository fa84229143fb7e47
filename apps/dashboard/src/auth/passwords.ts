import { createSemaphore } from '@topup/core/shared';
import { hashPassword, verifyPassword } from '@topup/core/user';
import { Refusal } from '../http/refusal';

/**
 * Of the four threads that Node has for this. Files, compression and new database connections need the others, and
 * wait no longer than 2 s.
 */
const AT_ONCE = 2;
/** A hash takes 0.25 s, so a later request would wait until its client is gone. */
const MOST = 64;

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

/**
 * Hashes and compares, a few at a time, so that many sign-ins stop nothing else. @throws Refusal 503 when too many wait
 */
export function createPasswords(): Passwords {
  const semaphore = createSemaphore(AT_ONCE);
  let open = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (open >= MOST)
      throw new Refusal(503, 'busy', 'Too many people sign in at this moment. Try again in half a minute.');
    open += 1;
    try {
      return await semaphore.run(work);
    } finally {
      open -= 1;
    }
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (password, hash) => inTurn(() => verifyPassword(password, hash)),
  };
}
