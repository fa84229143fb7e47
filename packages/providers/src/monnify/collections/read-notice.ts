import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice } from '@topup/core/provider';
import { parseExact } from '../../http/exact';
import { field, readText } from '../../http/json';

const PAID = 'SUCCESSFUL_TRANSACTION';
/** MNFY|… of today and the shorter one of earlier years; what is longer is no reference. */
const REFERENCE = /^[!-~]{1,100}$/;

/**
 * Reads a call to our callback address. Of all that it says only the reference is used, to ask Monnify about it: a
 * notice is sent for cards and invoices too, the same money is announced up to three times, and anybody can write one.
 * The event of a wallet (ACCOUNT_ACTIVITY) has a reference of its own, and a settlement repeats earlier ones.
 * @param bytes the body as it came, because the signature is of its bytes
 * @param signature the header `monnify-signature`: HMAC-SHA512 of the bytes with the secret key, in hex. Monnify's
 *   sandbox sends none
 */
export function readNotice(bytes: Buffer, signature: string | undefined, secretKey: string): Notice {
  const json = parseExact(bytes.toString('utf8'));
  return { signed: judgeSignature(bytes, signature, secretKey), reference: referenceIn(json) };
}

function judgeSignature(bytes: Buffer, signature: string | undefined, secretKey: string): Notice['signed'] {
  if (signature === undefined || signature === '') return 'no';
  const right = createHmac('sha512', secretKey).update(bytes).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right) ? 'yes' : 'wrong';
}

/** Of the flat form of earlier years too, which has no frame. */
function referenceIn(json: unknown): string | null {
  const type = field(json, 'eventType');
  const data = type === undefined ? json : field(json, 'eventData');
  if (type !== undefined && type !== PAID) return null;
  const reference = readText(field(data, 'transactionReference'));
  return REFERENCE.test(reference) ? reference : null;
}
