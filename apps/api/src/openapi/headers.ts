import { modes } from '@topup/core/account';
import type { PublicCode } from '@topup/core/errors';
import type { Json, Schema } from './document';
import { matching, oneOf } from './schemas';

export type Headers = Record<string, { required: boolean; description: string; schema: Schema }>;

export const UUID: Schema = { type: 'string', format: 'uuid' };

/** @param required whether every such answer or event has it */
export const header = (description: string, schema: Schema, required = true): Headers[string] => ({
  required,
  description,
  schema,
});

/** Headers of a request, as parameters. */
export const asParameters = (headers: Headers): Json[] =>
  Object.entries(headers).map(([name, described]) => ({ name, in: 'header', ...described }));

/** The headers of every answer. */
export const HEADERS: Headers = {
  'X-Request-Id': header('The id of this request in our logs. Quote it when you report a problem.', UUID),
  'X-Mode': header('The mode of the account that the key belongs to. Without a key: live.', oneOf(modes)),
};

/**
 * The headers of an answer to a request with a valid key.
 * @param required whether they are in every such answer: a 500 can come before the request was counted
 */
export const headersWithLimit = (required = true): Headers => ({
  ...HEADERS,
  'RateLimit-Policy': header(
    'The limit that this request counted for: its name, how many requests it allows (`q`), and in how many seconds ' +
      '(`w`).',
    matching('^"[a-z-]+";q=[0-9]+;w=60$'),
    required,
  ),
  RateLimit: header(
    'How many more requests this limit allows now (`r`), and in how many seconds it starts again (`t`).',
    matching('^"[a-z-]+";r=[0-9]+;t=[0-9]+$'),
    required,
  ),
});

/** How long a client of a purchase wants to wait. */
export const PREFER: Headers = {
  Prefer: header(
    '`respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 ' +
      'seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240).',
    { type: 'string' },
    false,
  ),
};

/** On the answer to a purchase whose client wanted to wait for less. */
export const PREFERENCE_APPLIED: Headers = {
  'Preference-Applied': header('What of `Prefer` was applied.', { type: 'string' }, false),
};

/** On a 400 of a purchase whose reference was used. */
export const ORIGINAL: Headers = {
  'X-Original-Status': header(
    'Of `duplicate_reference`: what became of the earlier purchase with this `request_ref`.',
    oneOf(['successful', 'pending', 'failed']),
    false,
  ),
  'X-Original-Matches': header(
    'Of `duplicate_reference`: whether the earlier purchase has the same product and fields. Absent if its data was removed.',
    oneOf(['true', 'false']),
    false,
  ),
};

/** The headers of an error answer, which has one of these codes. */
export const errorHeaders = (codes: readonly PublicCode[]): Headers => ({
  'X-Error-Code': header('The reason, as a code for your program. `/docs/errors` explains each code.', oneOf(codes)),
  Link: header('The explanation of the code.', matching('^</docs/errors#[a-z_]+>; rel="help"$')),
});
