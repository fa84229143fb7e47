import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { errorBody } from '../http/error-answer';
import type { Answer, Schema } from './document';
import { errorHeaders, HEADERS, type Headers, header, headersWithLimit } from './headers';
import { matching, message, object, oneOf, only, ref, text } from './schemas';

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
/** The errors that endpoints with a body, and purchases, have besides. */
const WITH_BODY: ErrorCode[] = ['validation_failed', 'body_not_json', 'body_too_large', 'unsupported_encoding'];
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

type Own = {
  /** The `error` in the example of a request that is not valid. */
  detail?: string;
  codes?: ErrorCode[];
  /** Those of the path, when it takes more than this one. */
  methods?: string;
};

export const errorsOfGet = ({ codes = [], methods = 'GET, HEAD', detail }: Own = {}): Record<string, Answer> =>
  answersOf(methods, [...EVERYWHERE, ...codes], detail);

export const errorsOfPost = ({ codes = [], methods = 'POST', detail }: Own): Record<string, Answer> =>
  answersOf(methods, [...EVERYWHERE, ...WITH_BODY, ...codes], detail);

export const errorsOfPurchase = ({ codes = [], detail }: Own): Record<string, Answer> =>
  answersOf('POST', [...EVERYWHERE, ...WITH_BODY, ...PURCHASES, ...codes], detail, '/purchase');

/** One answer for each status, with an example for each of its codes. `path`: how the endpoint's ends. */
function answersOf(methods: string, codes: ErrorCode[], detail: string | undefined, path = ''): Record<string, Answer> {
  const known = Object.keys(errorCatalog).filter((code): code is ErrorCode => codes.some((each) => each === code));
  const statuses = [...new Set(known.map((code) => errorCatalog[code].status))];
  const answers = statuses.map((status): [number, Answer] => {
    const ofStatus = known.filter((code) => errorCatalog[code].status === status);
    const examples = ofStatus.map((code) => {
      const value = errorBody(code, code === 'validation_failed' ? detail : undefined, path);
      return [code, { summary: errorCatalog[code].text, value }];
    });
    const schema = ref(status === 401 ? 'Unauthorized' : 'Error');
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } };
    return [status, { description: describe(status), headers: headersOf(status, ofStatus, methods), content }];
  });
  return Object.fromEntries(answers);
}

function headersOf(status: number, codes: ErrorCode[], methods: string): Headers {
  if (status === 401) return { ...HEADERS, ...errorHeaders(codes), 'WWW-Authenticate': WWW_AUTHENTICATE };
  return {
    ...headersWithLimit(status !== 500),
    ...errorHeaders(codes),
    ...(status === 405 && { Allow: header('What this path accepts.', only(methods)) }),
    ...(status === 415 && { 'Accept-Encoding': ACCEPT_ENCODING }),
    // of 500, only `unavailable` has it
    ...((status === 429 || status === 500) && {
      'Retry-After': header(RETRY_AFTER, matching('^[0-9]+$'), status === 429),
    }),
  };
}

const WWW_AUTHENTICATE = header(
  'The scheme of authentication, with an error when a key was sent.',
  oneOf(['Bearer', 'Bearer error="invalid_token"']),
);
const ACCEPT_ENCODING = header('The encodings that a body may have: none.', only('identity'));
const RETRY_AFTER = 'The number of seconds after which you may send the same request again, with the same reference.';

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
