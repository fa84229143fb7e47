import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { HEADERS } from './answers';
import type { Answer, Examples, Schema } from './document';
import type { Json } from './json';
import { closed, message, ref, text } from './schemas';

/** What every endpoint, every endpoint with a body, every lookup, and every purchase can answer besides its own. */
const EVERYWHERE: ErrorCode[] = ['unauthorized', 'rate_limited', 'method_not_allowed', 'internal'];
const WITH_BODY: ErrorCode[] = ['validation_failed', 'body_not_json', 'body_too_large'];
const LOOKUPS: ErrorCode[] = ['overloaded', 'provider_unavailable'];
const PURCHASES: ErrorCode[] = ['duplicate_reference', 'insufficient_balance', 'overloaded', 'outcome_unknown'];

/** Codes that no documented endpoint answers: there is none. The description of the document tells of them. */
export const codesOfNoEndpoint: readonly ErrorCode[] = ['unknown_path'];

export const errorSchemas: Record<string, Schema> = {
  Error: closed(
    {
      status: { const: 'error', type: 'string' },
      message,
      error: text('Only when fields failed validation: names every one of them.'),
    },
    ['error'],
  ),
  Unauthorized: closed({ message, error: { const: 'unauthorized', type: 'string' } }),
};

type Own = { detail?: string; codes?: ErrorCode[] };

export const errorsOfRead = ({ codes = [] }: Own = {}): Record<string, Answer> =>
  answersOf('GET', [...EVERYWHERE, ...codes], undefined);

/** `detail`: what `error` says in the example of a request that failed validation. */
export const errorsOfPost = ({ codes = [], detail }: Own): Record<string, Answer> =>
  answersOf('POST', [...EVERYWHERE, ...WITH_BODY, ...codes], detail);

export const errorsOfLookup = (own: Own): Record<string, Answer> => errorsOfPost({ ...own, codes: LOOKUPS });

export const errorsOfPurchase = ({ codes = [], detail }: Own): Record<string, Answer> =>
  answersOf('POST', [...EVERYWHERE, ...WITH_BODY, ...PURCHASES, ...codes], detail);

/** One answer for each status, with an example for each code that has it, in the catalogue's order and words. */
function answersOf(method: 'GET' | 'POST', codes: ErrorCode[], detail: string | undefined): Record<string, Answer> {
  const known = Object.keys(errorCatalog).filter((code): code is ErrorCode => codes.some((each) => each === code));
  const statuses = [...new Set(known.map((code) => errorCatalog[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = known.filter((code) => errorCatalog[code].status === status);
      const schema = ref(status === 401 ? 'Unauthorized' : 'Error');
      const content = { 'application/json': { schema, examples: examplesOf(ofStatus, detail) } };
      return [String(status), { description: describe(status), headers: headersOf(status, method), content }];
    }),
  );
}

function examplesOf(codes: ErrorCode[], detail: string | undefined): Examples {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: errorCatalog[code].text, value: bodyOf(code, detail) }]),
  );
}

function bodyOf(code: ErrorCode, detail: string | undefined): Json {
  const { status, text: told } = errorCatalog[code];
  if (status === 401) return { message: told, error: 'unauthorized' };
  const error = code === 'validation_failed' ? detail : undefined;
  return { status: 'error', message: told, ...(error === undefined ? {} : { error }) };
}

function headersOf(status: number, method: string): Record<string, Json> {
  if (status === 405)
    return {
      ...HEADERS,
      Allow: {
        required: true,
        description: 'The method that this path takes.',
        schema: { type: 'string', const: method },
      },
    };
  if (status === 429) return { ...HEADERS, 'Retry-After': RETRY_AFTER };
  return HEADERS;
}

const RETRY_AFTER: Json = {
  required: true,
  description: 'Seconds after which the same request may be sent again, with the same reference.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
};

const DESCRIPTIONS: Record<number, string> = {
  400: 'Refused before anything happened: nothing was debited, and a `request_ref` that was free still is.',
  401: 'A missing, malformed, invalid or revoked API key, or a suspended account.',
  403: 'The reference belongs to another account. The body is the same as that of 404.',
  404: 'There is no transaction with that reference.',
  405: 'This path was called with another method.',
  413: 'The body is larger than 16 KiB.',
  429: 'More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused.',
  500: 'Something went wrong on our side. `message` says what became of the money, if any was concerned.',
};

function describe(status: number): string {
  const description = DESCRIPTIONS[status];
  if (description === undefined) throw new Error(`no description of HTTP ${status}`);
  return description;
}
