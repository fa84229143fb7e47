import type { KnownErrorCode } from '../generated/errors';

/** A code of the error catalogue, or one of a later version of the service. */
export type ErrorCode = KnownErrorCode | (string & {});

/** The known facts about an error. */
export type ErrorFacts = {
  message: string;
  code?: ErrorCode | null;
  httpStatus?: number | null;
  requestId?: string | null;
  retryable?: boolean;
  retryAfterSeconds?: number | null;
  helpUrl?: string | null;
  reference?: string | undefined;
  detail?: string | null;
  /** Of a used reference. */
  originalStatus?: OriginalStatus | null;
  originalMatches?: boolean | null;
  cause?: unknown;
};

/** What became of a purchase. */
export type OriginalStatus = 'successful' | 'pending' | 'failed';

/** An error of the service, or of the way to it. Decide by its class, and by `code`; `message` is for people. */
export class TopUpError extends Error {
  override readonly name: string = 'TopUpError';
  /** Why, from `X-Error-Code`. Null when something else answered, or nothing. A later version can send other codes. */
  readonly code: ErrorCode | null;
  /** Null when no answer came. */
  readonly httpStatus: number | null;
  /** Quote it when you contact us. */
  readonly requestId: string | null;
  /** Whether the same request, with the same reference, may be sent again later. */
  readonly retryable: boolean;
  /** How long to wait before that; null when the service did not say. */
  readonly retryAfterSeconds: number | null;
  /** The page that explains the code. */
  readonly helpUrl: string | null;
  /** A text for people that says why, such as which field is wrong; null for codes that say it all. */
  readonly detail: string | null;
  /** The `request_ref` that the call was about. */
  readonly reference: string | undefined;

  constructor({ message, cause, ...facts }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = facts.code ?? null;
    this.httpStatus = facts.httpStatus ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryable = facts.retryable ?? false;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.helpUrl = facts.helpUrl ?? null;
    this.detail = facts.detail ?? null;
    this.reference = facts.reference;
  }
}

/** 400: fields are not valid, or name nothing that can be bought. Nothing was done, and the reference is unused. */
export class ValidationError extends TopUpError {
  override readonly name = 'ValidationError';
  /** The fields that `detail` names. */
  readonly fields: readonly string[];

  constructor(facts: ErrorFacts) {
    super(facts);
    this.fields = [...new Set([...(this.detail ?? '').matchAll(FIELD)].flatMap(([, name]) => name ?? []))];
  }
}

/** The first word of a fault, such as "phone must be 11 digits": faults are separated by semicolons. */
const FIELD = /(?:^|; )"?([a-z_]+)"? (?:must|is|are|has)\b/g;

/** 401: the key is wrong, revoked or expired, or may not do this, or not from here. */
export class AuthenticationError extends TopUpError {
  override readonly name = 'AuthenticationError';
}

/** The wallet has too little for this purchase. Fund it, and send the same request. */
export class InsufficientBalanceError extends TopUpError {
  override readonly name = 'InsufficientBalanceError';
}

/**
 * The reference was used before, and this order did nothing. A repeated order of the same fields gets the outcome of
 * the first one instead. If `originalMatches` is false, the first one is another order: take a new reference. If it is
 * null, nobody knows any more: ask for the status before you take another.
 */
export class DuplicateReferenceError extends TopUpError {
  override readonly name = 'DuplicateReferenceError';
  /** What became of the first purchase; null when the service did not say. */
  readonly originalStatus: OriginalStatus | null;
  /** Whether it has the same product and fields; null when its data was removed, or the service did not say. */
  readonly originalMatches: boolean | null;

  constructor(facts: ErrorFacts) {
    const { originalStatus = null, originalMatches = null } = facts;
    const first = `Another purchase${originalStatus === null ? '' : `, which is ${originalStatus},`}`;
    const message = `${first} has this reference and other fields. This call bought nothing. Send this order with a new reference.`;
    super(originalMatches === false ? { ...facts, message } : facts);
    this.originalStatus = originalStatus;
    this.originalMatches = originalMatches;
  }
}

/**
 * 403 or 404: your account has no purchase with this reference. From `settled`, nothing was sold, and you may sell
 * again with the same reference. From `status`, a purchase whose response was lost may still arrive.
 */
export class NotFoundError extends TopUpError {
  override readonly name = 'NotFoundError';
}

/** 429: too many requests, or too much under way. Nothing was done. */
export class RateLimitedError extends TopUpError {
  override readonly name = 'RateLimitedError';
}

/** The service or its provider is not available. A purchase that throws this error is not debited. */
export class UnavailableError extends TopUpError {
  override readonly name = 'UnavailableError';
}

/** No answer came to a call that changes nothing, or it is certain that nothing was sent. */
export class ConnectionError extends TopUpError {
  override readonly name = 'ConnectionError';
}

/** The provider does not know the smartcard or meter number, or lists nothing to buy. */
export class NotRecognisedError extends TopUpError {
  override readonly name = 'NotRecognisedError';
}

/** The purchase failed, and the money is back in the wallet. A new attempt needs a new reference. */
export class PurchaseFailedError extends TopUpError {
  override readonly name = 'PurchaseFailedError';
  declare readonly reference: string;
}
