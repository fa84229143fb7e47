import { randomUUID } from 'node:crypto';

/**
 * A UUID of any version in lower case. It has no groups, so that it can be part of a longer pattern, and nothing that
 * only some languages know, because clients are generated from it.
 */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** Whether the text is a UUID, in whatever case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * A UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then random. It sorts by time, so indexes grow at their
 * end. The random part comes from a version 4, which Node makes from random bytes that it caches.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** When an id of `newId` was made, in milliseconds since 1970. */
export const timeOfId = (id: string): bigint => BigInt(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);
