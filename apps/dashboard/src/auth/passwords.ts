import { AsyncLocalStorage } from 'node:async_hooks';
import { createInTurns } from '@topup/core/flow';
import { hashPassword, verifyPassword } from '@topup/core/user';
import { Refusal } from '../http/refusal';

/**
 * Of the four threads that Node has for this. Files, compression and new database connections need the others, and
 * wait no longer than 2 s.
 */
const AT_ONCE = 2;
/** Of one network, or of one user. A hash takes 0.25 s, so a later one would wait until its client is gone. */
const MOST_WAITING = 32;
/** New passwords. */
const NOBODY = 'nobody';

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /**
   * Runs a sign-in, whose hashing takes the turns of its network. A turn of the user's own would show by its time
   * whether there is such a user.
   */
  signingIn<T>(network: string, signIn: () => Promise<T>): Promise<T>;
};

/**
 * Hashes and compares, a few at a time and in turns: sign-ins by their network, others by the user, who is known by the
 * stored hash. So many of them stop neither another network or user nor anything else.
 * @throws Refusal 503 when too many of the same network or user wait
 */
export function createPasswords(
  derive: Pick<Passwords, 'hash' | 'verify'> = { hash: hashPassword, verify: verifyPassword },
): Passwords {
  const networks = new AsyncLocalStorage<string>();
  const inTurns = createInTurns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    refuse: () => new Refusal(503, 'busy', 'Too many people are signing in right now. Try again in 30 seconds.'),
  });
  const turnOf = (user: string) => networks.getStore() ?? user;
  return {
    hash: (password) => inTurns(turnOf(NOBODY), () => derive.hash(password)),
    verify: (password, hash) => inTurns(turnOf(hash), () => derive.verify(password, hash)),
    signingIn: (network, signIn) => networks.run(network, signIn),
  };
}
