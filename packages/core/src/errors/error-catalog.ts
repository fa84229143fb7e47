/**
 * Every error that a client can get, once: code, HTTP status, public text, and whether the same request may be sent
 * again. The HTTP layer adds no mapping of its own (specification 7).
 */
const CATALOG = {
  validation_failed: { status: 400, text: 'The request is not valid.', retryable: false },
  body_not_json: { status: 400, text: 'The body must be a JSON object sent as application/json.', retryable: false },
  body_too_large: { status: 413, text: 'The body is larger than 16 KiB.', retryable: false },
  unauthorized: { status: 401, text: 'Missing, invalid or revoked API key.', retryable: false },
  duplicate_reference: {
    status: 400,
    text: 'This request_ref has been used. A new attempt needs a new reference.',
    retryable: false,
  },
  insufficient_balance: { status: 400, text: 'The wallet balance is too low for this purchase.', retryable: false },
  unknown_plan: {
    status: 400,
    text: 'There is no such data plan, or it cannot be bought at the moment.',
    retryable: false,
  },
  unknown_package: {
    status: 400,
    text: 'This package is not in the current list of that product type.',
    retryable: false,
  },
  wrong_package_amount: { status: 400, text: 'The amount is not the current price of this package.', retryable: false },
  // the same text for both, so that it does not reveal whether another account has used the reference
  transaction_not_found: { status: 404, text: 'No transaction with that reference.', retryable: false },
  transaction_not_yours: { status: 403, text: 'No transaction with that reference.', retryable: false },
  unknown_path: { status: 404, text: 'There is nothing at this path.', retryable: false },
  method_not_allowed: { status: 405, text: 'This path does not take that method.', retryable: false },
  rate_limited: {
    status: 429,
    text: 'Too many requests with this API key within a minute. Nothing was debited; try again after the seconds in Retry-After, a purchase with the same reference.',
    retryable: true,
  },
  overloaded: {
    status: 429,
    text: 'Too much is under way here. Nothing was debited; try again shortly, a purchase with the same reference.',
    retryable: true,
  },
  internal: { status: 500, text: 'Something went wrong on our side. Nothing was debited.', retryable: true },
  provider_unavailable: {
    status: 500,
    text: 'The provider is not available at the moment. Nothing was debited; try again shortly, a purchase with the same reference.',
    retryable: true,
  },
  provider_unreachable: {
    status: 500,
    text: 'Your order did not reach the provider. Nothing was sold and your wallet has been refunded; a new attempt needs a new reference.',
    retryable: false,
  },
  outcome_unknown: {
    status: 500,
    text: 'The outcome of this purchase is not known yet. Query its status with the same reference before you try again.',
    retryable: false,
  },
} as const satisfies Record<string, { status: number; text: string; retryable: boolean }>;

export type ErrorCode = keyof typeof CATALOG;

export const errorCatalog: Readonly<Record<ErrorCode, { status: number; text: string; retryable: boolean }>> = CATALOG;

/** An error that becomes the answer to a client. `detail`: the validator's text, also public. `cause`: for the log. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(CATALOG[code].text, options);
  }
}
