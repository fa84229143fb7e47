import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const MIN = 12;
const MAX = 128; // scrypt reads all of it, whoever sends it
const KEY_BYTES = 32;
/** OWASP's password storage cheat sheet: 32 MiB three times over, about 200 ms of one thread. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** Shorter ones stand in too many words. */
const TELLING_LOCAL_PART = 3;

/** What is wrong with a password that somebody wants to have, in a sentence; null when nothing is. */
export function passwordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < MIN) return `A password has at least ${MIN} characters.`;
  if (length > MAX) return `A password has at most ${MAX} characters.`;
  if (/^\s*$/.test(password) || new Set(password).size < 4)
    return 'A password of so few different characters is soon guessed.';
  const [localPart = ''] = email.toLowerCase().split('@');
  const tells = localPart.length >= TELLING_LOCAL_PART && password.toLowerCase().includes(localPart);
  return tells ? 'A password must not contain the name before the @ of your e-mail address.' : null;
}

/** `scrypt$N$r$p$salt$key`, salt and key in base64. Every call has a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** False too when `hash` is none of ours. Takes as long whatever the password is. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64');
  if (kind !== 'scrypt' || expected.length !== KEY_BYTES) return false;
  const found = await derive(password, Buffer.from(salt, 'base64'), { N: Number(n), r: Number(r), p: Number(p) });
  return timingSafeEqual(found, expected);
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  // the same letters can be typed as different code points
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
