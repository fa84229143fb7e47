import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** A code of the step before or after counts too, because clocks differ and typing takes time. */
const NEIGHBOURS = [0, -1, 1];

/**
 * The 30-second step whose code this is (RFC 6238: SHA-1, six digits), counted from 1970; null when it is of none.
 * @param secret its characters are the key
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const given = Buffer.from(code);
  for (const neighbour of NEIGHBOURS) {
    const expected = Buffer.from(codeOfStep(secret, current + neighbour));
    if (expected.length === given.length && timingSafeEqual(expected, given)) return current + neighbour;
  }
  return null;
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
