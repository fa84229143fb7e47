import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const MIN = 12;
const MAX = 128; // because anybody can make scrypt read all of it
const KEY_BYTES = 32;
/** From OWASP's password storage cheat sheet: 32 MiB, three passes, about 200 ms of one thread. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** A shorter name before the @ occurs in too many words. */
const MIN_LOCAL_PART = 3;

/** Why a new password is not accepted, as a sentence for the user; null when it is. */
export function passwordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < MIN) return `Use at least ${MIN} characters.`;
  if (length > MAX) return `Use at most ${MAX} characters.`;
  if (/^\s*$/.test(password) || new Set(password).size < 4)
    return 'This password is too easy to guess. Use more different characters.';
  const [localPart = ''] = email.toLowerCase().split('@');
  const holdsName = localPart.length >= MIN_LOCAL_PART && password.toLowerCase().includes(localPart);
  return holdsName ? 'The password must not contain the name from your e-mail address.' : null;
}

/** Returns `scrypt$N$r$p$salt$key`, salt and key in base64. Every call makes a new salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Also false when `hash` is not in our format. Takes the same time for every password. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64');
  if (kind !== 'scrypt' || expected.length !== KEY_BYTES) return false;
  const found = await derive(password, Buffer.from(salt, 'base64'), { N: Number(n), r: Number(r), p: Number(p) });
  return timingSafeEqual(found, expected);
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  // different keyboards type the same letter as different code points
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
