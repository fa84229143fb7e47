import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { errorBody } from '../http/error-answer';
import type { Answer, Schema } from './document';
import { errorHeaders, HEADERS, type Headers, header, headersWithLimit, ORIGINAL } from './headers';
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

/** How the path of a purchase ends. */
export const PURCHASE = '/purchase';

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
      error: text(
        'Present only when fields are not valid, which it names, when a renewal is rejected, or when a limit of test mode ' +
          'is used up.',
      ),
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
  answersOf('POST', [...EVERYWHERE, ...WITH_BODY, ...PURCHASES, ...codes], detail, PURCHASE);

/** One answer for each status, with an example for each of its codes. `path`: how the endpoint's ends. */
function answersOf(methods: string, codes: ErrorCode[], detail: string | undefined, path = ''): Record<string, Answer> {
  const known = Object.keys(errorCatalog).filter((code): code is ErrorCode => codes.some((each) => each === code));
  const statuses = [...new Set(known.map((code) => errorCatalog[code].status))];
  const answers = statuses.map((status): [number, Answer] => {
    const ofStatus = known.filter((code) => errorCatalog[code].status === status);
    const examples = ofStatus.map((code) => {
      const value = errorBody({ code, detail: code === 'validation_failed' ? detail : undefined }, path);
      return [code, { summary: errorCatalog[code].text, value }];
    });
    const schema = ref(status === 401 ? 'Unauthorized' : 'Error');
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } };
    const description = describe(status, ofStatus, path);
    return [status, { description, headers: headersOf(status, ofStatus, methods), content }];
  });
  return Object.fromEntries(answers);
}

function headersOf(status: number, codes: ErrorCode[], methods: string): Headers {
  if (status === 401) return { ...HEADERS, ...errorHeaders(codes), 'WWW-Authenticate': WWW_AUTHENTICATE };
  return {
    ...headersWithLimit(status !== 500),
    ...errorHeaders(codes),
    ...(codes.includes('duplicate_reference') && ORIGINAL),
    ...(status === 405 && { Allow: header('The methods that this path accepts.', only(methods)) }),
    ...(status === 415 && { 'Accept-Encoding': ACCEPT_ENCODING }),
    // of 500, only `unavailable` has it
    ...((status === 429 || status === 500) && {
      'Retry-After': header(RETRY_AFTER, matching('^[0-9]+$'), status === 429),
    }),
  };
}

const WWW_AUTHENTICATE = header(
  'The authentication scheme. It names an error if a key was sent.',
  oneOf(['Bearer', 'Bearer error="invalid_token"']),
);
const ACCEPT_ENCODING = header('A body must not be encoded.', only('identity'));
const RETRY_AFTER = 'After this many seconds, you can send the same request again.';

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is not valid. It changed nothing.',
  401:
    'The key is missing, malformed, invalid, revoked or expired, or it may not do this, or not from this address. A ' +
    'suspended account gets 401 too. The request changed nothing.',
  403: 'Your account has no transaction with this reference, but another account has. The body is that of a 404.',
  404: 'Your account has no transaction with this reference. One that you have just sent may still be on its way.',
  405: 'This path does not accept the method of the request.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is compressed, or encoded in another way.',
  429:
    'A limit is used up, which `RateLimit-Policy` names, or the service is busy. The request changed nothing. Send it ' +
    'again after the seconds in `Retry-After`.',
  500: 'Something went wrong on our side. `X-Error-Code` says what you can do.',
};

/** Where a purchase differs: what a client must know of its money. */
const OF_PURCHASE: Record<number, string> = {
  400:
    '`duplicate_reference`: an earlier purchase has this `request_ref`, and may have been delivered. Query its status. ' +
    'Any other code: this request debited nothing, and has not used its `request_ref`.',
  429:
    'A limit is used up, which `RateLimit-Policy` names, or the service is busy. This request debited nothing. Send it ' +
    'again after the seconds in `Retry-After`, with the same `request_ref`.',
  500:
    '`outcome_unknown`, or a code that you do not know: the wallet may have been debited, so query the status. Any other ' +
    'code: nothing is debited now. `message` says whether the `request_ref` can be used again.',
};

function describe(status: number, codes: ErrorCode[], path: string): string {
  if (codes.includes('unknown_path')) return 'The key is a live one. This path needs a test key.';
  const description = (path === PURCHASE ? OF_PURCHASE[status] : undefined) ?? DESCRIPTIONS[status];
  if (description === undefined) throw new Error(`no description of HTTP ${status}`);
  return description;
}
