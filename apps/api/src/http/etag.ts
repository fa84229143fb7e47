import { createHash } from 'node:crypto';

/** The `ETag` of a text. Express returns 304 for a request that already has it (`If-None-Match`). */
export const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`;
