import { randomBytes, scryptSync } from 'node:crypto';

/** A password hash with the least cost that the dashboard accepts: it is tried a hundred times. */
export function cheapHash(password: string): string {
  const [salt, cost] = [randomBytes(16), { N: 1024, r: 8, p: 1 }];
  const key = scryptSync(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}
