import { createSemaphore } from '@topup/core/shared';
import { hashPassword, verifyPassword } from '@topup/core/user';
import { Refusal } from '../http/refusal';

/** Of the four threads that Node has for this: files, compression and new connections to the database need the others, and wait no longer than 2 s. */
const AT_ONCE = 2;
/** A quarter of a second each: who comes later would have gone. */
const MOST = 64;

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

/** Hashes and compares, so many at a time that a storm of sign-ins stops nothing else. @throws Refusal 503 when too many wait */
export function createPasswords(): Passwords {
  const slots = createSemaphore(AT_ONCE);
  let open = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (open >= MOST)
      throw new Refusal(503, 'busy', 'Too many people sign in at this moment. Try again in half a minute.');
    open += 1;
    try {
      return await slots.run(work);
    } finally {
      open -= 1;
    }
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (password, hash) => inTurn(() => verifyPassword(password, hash)),
  };
}
