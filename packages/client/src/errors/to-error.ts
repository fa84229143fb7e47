import type { RawAnswer } from '../exchange';
import { errorCodes, type KnownErrorCode } from '../generated/errors';
import { isPurchase, type OperationName } from '../operations';
import {
  AuthenticationError,
  DuplicateReferenceError,
  type ErrorFacts,
  InsufficientBalanceError,
  NotFoundError,
  NotRecognisedError,
  type OriginalStatus,
  PurchaseFailedError,
  RateLimitedError,
  TopUpError,
  UnavailableError,
  ValidationError,
} from './errors';

/** The call that an answer is for. */
type Call = { name: OperationName | 'listenToEvents'; request: object | undefined; baseUrl: string };

type ErrorClass = new (facts: ErrorFacts) => TopUpError;

const BY_CODE = new Map<string, ErrorClass>(
  Object.entries({
    validation_failed: ValidationError,
    unknown_plan: ValidationError,
    price_changed: ValidationError,
    unknown_package: ValidationError,
    wrong_package_amount: ValidationError,
    not_current_package: ValidationError,
    unknown_smartcard: ValidationError,
    insufficient_balance: InsufficientBalanceError,
    duplicate_reference: DuplicateReferenceError,
    transaction_not_found: NotFoundError,
    transaction_not_yours: NotFoundError,
    not_recognised: NotRecognisedError,
    no_packages: NotRecognisedError,
    internal: UnavailableError,
    unavailable: UnavailableError,
    provider_unavailable: UnavailableError,
  } satisfies Partial<Record<KnownErrorCode, ErrorClass>>),
);

const BY_STATUS = new Map<number, ErrorClass>([
  [401, AuthenticationError],
  [429, RateLimitedError],
]);

/** The error of an answer that is one, by its code, or else by its status. */
export function toError(answer: RawAnswer, call: Call): TopUpError {
  const { status } = answer;
  const facts = factsOf(answer, call);
  const { code } = facts;
  if (isPurchase(call.name) && (status === 424 || code === 'provider_unreachable'))
    return new PurchaseFailedError(facts);
  const Class = BY_STATUS.get(status) ?? BY_CODE.get(code ?? '') ?? TopUpError;
  return new Class(facts);
}

/** Reads the facts of an error from an answer. */
export function factsOf(
  { status, headers, body }: RawAnswer,
  { request, baseUrl }: Pick<Call, 'request' | 'baseUrl'>,
): ErrorFacts & { code: string | null } {
  const code = headers.get('x-error-code');
  const known = code !== null && Object.hasOwn(errorCodes, code) ? errorCodes[code as keyof typeof errorCodes] : null;
  return {
    message:
      typeof body?.message === 'string'
        ? body.message
        : `HTTP ${status} is no answer of the service, but of a proxy before it. Try again later.`,
    code,
    httpStatus: status,
    requestId: headers.get('x-request-id'),
    retryable: known?.retryable ?? [429, 502, 503, 504].includes(status),
    retryAfterSeconds: secondsIn(headers.get('retry-after')),
    helpUrl: helpUrl(headers.get('link'), baseUrl),
    reference: referenceIn(request),
    originalStatus: statusIn(headers.get('x-original-status')),
    originalMatches: ({ true: true, false: false } as const)[headers.get('x-original-matches') ?? ''] ?? null,
    detail: typeof body?.error === 'string' && status !== 401 ? body.error : null, // each 401 has "unauthorized" there
  };
}

const statusIn = (text: string | null): OriginalStatus | null =>
  text === 'successful' || text === 'pending' || text === 'failed' ? text : null;

/** The `request_ref` of a purchase or a status query. */
export const referenceIn = (request: object | undefined): string | undefined =>
  request !== undefined && 'request_ref' in request ? String(request.request_ref) : undefined;

/** Of `Retry-After`: seconds as the service sends them, or a date as a proxy may. */
function secondsIn(text: string | null): number | null {
  if (text === null) return null;
  if (/^[0-9]{1,6}$/.test(text)) return Number(text);
  const atMs = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - Date.now()) / 1_000));
}

function helpUrl(link: string | null, baseUrl: string): string | null {
  const [, target] = /^<([^>]+)>; *rel="help"$/.exec(link ?? '') ?? [];
  return target !== undefined && URL.canParse(target, baseUrl) ? new URL(target, baseUrl).href : null;
}
