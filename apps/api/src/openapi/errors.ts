import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { errorBody } from '../http/error-answer';
import { errorHeaders, HEADERS, headersWithLimit } from './answers';
import type { Answer, Examples, Json, Schema } from './document';
import { message, object, ref, text } from './schemas';

/** The errors of every endpoint, and those that endpoints with a body, lookups and purchases have in addition. */
const EVERYWHERE: ErrorCode[] = [
  'unauthorized',
  'key_expired',
  'address_not_allowed',
  'rate_limited',
  'too_many_failed_keys',
  'method_not_allowed',
  'internal',
  'unavailable',
];
const WITH_BODY: ErrorCode[] = ['validation_failed', 'body_not_json', 'body_too_large', 'unsupported_encoding'];
const LOOKUPS: ErrorCode[] = ['overloaded', 'provider_unavailable'];
const PURCHASES: ErrorCode[] = [
  'key_scope',
  'key_limit_reached',
  'duplicate_reference',
  'insufficient_balance',
  'overloaded',
  'outcome_unknown',
];

/** Codes that belong to no documented endpoint. The description of the document explains them. */
export const codesOfNoEndpoint: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
];

export const errorSchemas: Record<string, Schema> = {
  Error: object(
    {
      status: { const: 'error', type: 'string' },
      message,
      error: text('Present only when fields are not valid. It names all of them.'),
    },
    ['error'],
  ),
  Unauthorized: object({ message, error: { const: 'unauthorized', type: 'string' } }),
};

/** `methods`: those of the path, when it takes more than this one. */
type Own = { detail?: string; codes?: ErrorCode[]; methods?: string };

export const errorsOfRead = ({ codes = [], methods = 'GET, HEAD' }: Own = {}): Record<string, Answer> =>
  answersOf(methods, [...EVERYWHERE, ...codes], undefined);

/** `detail`: the `error` in the example of a query that is not valid. */
export const errorsOfList = ({ detail }: Own): Record<string, Answer> =>
  answersOf('GET, HEAD', [...EVERYWHERE, 'validation_failed', 'overloaded'], detail);

/** `detail`: the `error` in the example of a request that is not valid. */
export const errorsOfPost = ({ codes = [], detail, methods = 'POST' }: Own): Record<string, Answer> =>
  answersOf(methods, [...EVERYWHERE, ...WITH_BODY, ...codes], detail);

export const errorsOfLookup = (own: Own): Record<string, Answer> => errorsOfPost({ ...own, codes: LOOKUPS });

export const errorsOfPurchase = ({ codes = [], detail }: Own): Record<string, Answer> =>
  answersOf('POST', [...EVERYWHERE, ...WITH_BODY, ...PURCHASES, ...codes], detail, '/purchase');

/**
 * One answer for each status, with an example for each of its codes. Order and words are the error catalogue's.
 * `path`: how the endpoint's ends.
 */
function answersOf(methods: string, codes: ErrorCode[], detail: string | undefined, path = ''): Record<string, Answer> {
  const known = Object.keys(errorCatalog).filter((code): code is ErrorCode => codes.some((each) => each === code));
  const statuses = [...new Set(known.map((code) => errorCatalog[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = known.filter((code) => errorCatalog[code].status === status);
      const schema = ref(status === 401 ? 'Unauthorized' : 'Error');
      const content = { 'application/json': { schema, examples: examplesOf(ofStatus, detail, path) } };
      return [
        String(status),
        { description: describe(status), headers: headersOf(status, ofStatus, methods), content },
      ];
    }),
  );
}

function examplesOf(codes: ErrorCode[], detail: string | undefined, path: string): Examples {
  return Object.fromEntries(
    codes.map((code) => {
      const value = errorBody(code, code === 'validation_failed' ? detail : undefined, path);
      return [code, { summary: errorCatalog[code].text, value }];
    }),
  );
}

function headersOf(status: number, codes: ErrorCode[], methods: string): Record<string, Json> {
  const headers = { ...headersWithLimit(status !== 500), ...errorHeaders(codes) };
  if (status === 401) return { ...HEADERS, ...errorHeaders(codes), 'WWW-Authenticate': WWW_AUTHENTICATE };
  if (status === 405)
    return {
      ...headers,
      Allow: {
        required: true,
        description: 'What this path accepts.',
        schema: { type: 'string', const: methods },
      },
    };
  if (status === 415) return { ...headers, 'Accept-Encoding': ACCEPT_ENCODING };
  if (status === 429) return { ...headers, 'Retry-After': retryAfter(true) };
  if (status === 500) return { ...headers, 'Retry-After': retryAfter(false) }; // only `unavailable` has it
  return headers;
}

const WWW_AUTHENTICATE: Json = {
  required: true,
  description: 'The scheme of authentication, with an error when a key was sent.',
  schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
};

const ACCEPT_ENCODING: Json = {
  required: true,
  description: 'The encodings that a body may have: none.',
  schema: { type: 'string', const: 'identity' },
};

const retryAfter = (required: boolean): Json => ({
  required,
  description: 'The number of seconds after which you may send the same request again, with the same reference.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
});

const DESCRIPTIONS: Record<number, string> = {
  400: 'Nothing was done: nothing was debited, and an unused `request_ref` is still unused.',
  401:
    'A missing, malformed, invalid, revoked or expired API key, one that may not do this or not from this address, or a ' +
    'suspended account.',
  403: 'The reference belongs to another account. The body is the same as that of 404.',
  404: 'There is no transaction with that reference.',
  405: 'This path does not accept the method of the request.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is compressed, or otherwise encoded.',
  429:
    'Too many requests of your account in a minute, or too much is open in the whole service. Nothing was done, ' +
    'and an unused `request_ref` is still unused. `RateLimit-Policy` names the limit.',
  500: 'Something went wrong on our side. `message` says what happened to your money, if any was involved.',
};

function describe(status: number): string {
  const description = DESCRIPTIONS[status];
  if (description === undefined) throw new Error(`no description of HTTP ${status}`);
  return description;
}
