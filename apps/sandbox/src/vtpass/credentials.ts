import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxOptions } from '../settings';

type Keys = Pick<SandboxOptions, 'apiKey' | 'publicKey' | 'secretKey'>;

/** A POST needs `api-key` and `secret-key`. */
export function mayPost(headers: IncomingHttpHeaders, keys: Keys): boolean {
  return headers['api-key'] === keys.apiKey && headers['secret-key'] === keys.secretKey;
}

/**
 * A GET needs `api-key` and `public-key`. It also accepts `secret-key`, which several public clients send with success.
 */
export function mayGet(headers: IncomingHttpHeaders, keys: Keys): boolean {
  return (
    headers['api-key'] === keys.apiKey &&
    (headers['public-key'] === keys.publicKey || headers['secret-key'] === keys.secretKey)
  );
}
