import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether `given` is the secret. The time of the answer says neither where they differ nor how long the secret is. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
