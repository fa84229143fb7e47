import type { IncomingHttpHeaders } from 'node:http';
import type { VtpassKeys } from './deps';

/** A POST needs `api-key` and `secret-key`. */
export function mayPost(headers: IncomingHttpHeaders, keys: VtpassKeys): boolean {
  return headers['api-key'] === keys.VTPASS_API_KEY && headers['secret-key'] === keys.VTPASS_SECRET_KEY;
}

/**
 * A GET needs `api-key` and `public-key`. It also accepts `secret-key`, which several public clients send with success.
 */
export function mayGet(headers: IncomingHttpHeaders, keys: VtpassKeys): boolean {
  return (
    headers['api-key'] === keys.VTPASS_API_KEY &&
    (headers['public-key'] === keys.VTPASS_PUBLIC_KEY || headers['secret-key'] === keys.VTPASS_SECRET_KEY)
  );
}
