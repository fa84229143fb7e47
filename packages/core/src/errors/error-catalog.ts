/** Whether a request may be sent again, with the words for the page of the errors. */
export const againTexts = {
  same: 'Yes, unchanged. A purchase keeps its reference, which is still unused.',
  corrected: 'Not unchanged: first do what is said below. A purchase keeps its reference, which is still unused.',
  new_reference: 'No. The reference is used, so a new attempt needs a new reference.',
  status_first: 'Not yet. Query the status of the reference first: the purchase may have been accepted.',
} as const;

type Again = keyof typeof againTexts;

type Entry = {
  /** The HTTP status. */
  status: number;
  /** The public text. It is true of every request. */
  text: string;
  /** What the text of a purchase says too. Of a query it is no fact: its purchase may have been debited. */
  ofPurchase?: string;
  /** Whether the request may be sent again, and with which reference. Default: `corrected`. */
  again?: Again;
  /** What a client can do, for the page of the errors. */
  advice: string;
};

const NOTHING_DEBITED = 'Nothing was debited: use the same reference.';

/**
 * Every error that a client can get, once: code, HTTP status, public text, whether the request may be sent again, and
 * what to do. The HTTP layer adds no mapping of its own (specification 7).
 */
const CATALOG = {
  validation_failed: {
    status: 400,
    text: 'The request is not valid.',
    advice: 'Correct every field that `error` names, and send the request with the same reference.',
  },
  body_not_json: {
    status: 400,
    text: 'The body must be a JSON object sent as application/json.',
    advice: 'Send one JSON object in UTF-8 with `Content-Type: application/json`.',
  },
  malformed_request: {
    status: 400,
    text: 'The request is not valid HTTP, or has no Host header.',
    advice: 'Nothing was read of the request. Look for a fault in your HTTP client, or in a proxy on the way.',
  },
  request_timeout: {
    status: 408,
    text: 'The request did not arrive in time.',
    again: 'same',
    advice: 'Nothing was done. Send the whole request within 15 seconds, its headers within 10.',
  },
  body_too_large: {
    status: 413,
    text: 'The body is larger than 16 KiB.',
    advice: 'No request of the documentation is that large. Send only the documented fields.',
  },
  unsupported_encoding: {
    status: 415,
    text: 'The body must not be compressed.',
    advice: 'Send the body as it is, without the header `Content-Encoding`.',
  },
  expectation_failed: {
    status: 417,
    text: 'The only expectation that is met is 100-continue.',
    advice: 'Send the request without the header `Expect`, or with `Expect: 100-continue`.',
  },
  headers_too_large: {
    status: 431,
    text: 'The request line and headers are larger than 16 KiB.',
    advice: 'Send fewer or shorter headers.',
  },
  unauthorized: {
    status: 401,
    text: 'Missing, invalid or revoked API key.',
    advice:
      'Send `Authorization: Bearer <API_KEY>` with a key of your dashboard that is not revoked. A suspended account ' +
      'gets the same answer.',
  },
  key_expired: {
    status: 401,
    text: 'This API key has expired.',
    advice: 'Use another key of your dashboard, or have an owner of the account set a later expiry for this one.',
  },
  address_not_allowed: {
    status: 401,
    text: 'This API key may not be used from this network address.',
    advice:
      'The key may only be used from the networks that your dashboard shows with it. Send the request from one of ' +
      'them, or have an owner of the account add yours.',
  },
  key_scope: {
    status: 401,
    text: 'This API key may only read. It can neither buy nor change anything.',
    advice: 'Use a key with the scope `purchase`. Nothing was done.',
  },
  key_limit_reached: {
    status: 400,
    text: 'With this purchase the API key would spend more than its daily limit.',
    advice:
      'Nothing was debited, and the reference is unused. Use another key, have an owner of the account raise the ' +
      'limit, or wait for midnight in Lagos. What is refunded is taken off.',
  },
  duplicate_reference: {
    status: 400,
    text: 'This request_ref has been used. A new attempt needs a new reference.',
    again: 'status_first',
    advice:
      'After a broken connection, query the status of this reference: it may be your own purchase. To buy once more, ' +
      'use a new reference.',
  },
  insufficient_balance: {
    status: 400,
    text: 'The wallet balance is too low for this purchase.',
    advice: 'Fund the wallet. The reference is unused: the same request can then be sent again.',
  },
  unknown_plan: {
    status: 400,
    text: 'There is no such data plan, or it cannot be bought at the moment.',
    advice: 'Take a `plan_id` from the present list of plans. One that is null cannot be bought.',
  },
  unknown_package: {
    status: 400,
    text: 'This package is not in the current list of that product type.',
    advice: 'Take a `package_code` from the present list of packages of that `product_type`.',
  },
  wrong_package_amount: {
    status: 400,
    text: 'The amount is not the current price of this package.',
    advice:
      'Read the list of packages again, and send the listed price as `amount`. For a renewal, `error` names the amounts ' +
      'that renew this card.',
  },
  not_current_package: {
    status: 400,
    text: 'The card does not have this package, so it cannot be renewed.',
    advice:
      'Send a `package_code` that `error` names, or `subscription_type` `change` to buy another package at its listed ' +
      'price.',
  },
  unknown_smartcard: {
    status: 400,
    text: 'The provider does not know this smartcard, so nothing can be renewed.',
    advice: 'Check `smartcard_number` with the customer, and that `product_type` is the one of the card.',
  },
  // the same text for both, so that it does not reveal whether another account has used the reference
  transaction_not_found: {
    status: 404,
    text: 'No transaction with that reference.',
    advice:
      'Nothing was accepted under this reference, so a purchase with it can be sent. Check the key too: live and test ' +
      'keys do not see what the other has bought.',
  },
  transaction_not_yours: {
    status: 403,
    text: 'No transaction with that reference.',
    advice: 'Check the reference, and that the API key is of the account that has bought.',
  },
  unknown_path: {
    status: 404,
    text: 'There is nothing at this path.',
    advice: 'Check the path and the base URL. The paths under `/v1/test` are there for test keys only.',
  },
  method_not_allowed: {
    status: 405,
    text: 'This path does not take that method.',
    advice: 'Use the method that the header `Allow` names.',
  },
  rate_limited: {
    status: 429,
    text: 'Too many requests of this kind within a minute. Try again after the seconds in Retry-After.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: 'Wait for the seconds of `Retry-After`, then send the same request. `RateLimit-Policy` names the limit.',
  },
  too_many_failed_keys: {
    status: 429,
    text: 'Too many requests without a valid API key came from this address within a minute. Check the key, and try again after the seconds in Retry-After.',
    again: 'same',
    advice: 'Check the key. Requests with a valid key are answered from the same address all the same.',
  },
  overloaded: {
    status: 429,
    text: 'Too much is under way here. Try again shortly.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: 'Wait for the seconds of `Retry-After`, then send the same request.',
  },
  internal: {
    status: 500,
    text: 'Something went wrong on our side.',
    ofPurchase: 'Nothing was debited.',
    again: 'same',
    advice: 'Send the same request again. If it happens again, tell us the `X-Request-Id`.',
  },
  provider_unavailable: {
    status: 500,
    text: 'The provider is not available at the moment. Try again shortly.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: 'Wait a little, then send the same request again.',
  },
  provider_unreachable: {
    status: 500,
    text: 'Your order did not reach the provider. Nothing was sold and your wallet has been refunded; a new attempt needs a new reference.',
    again: 'new_reference',
    advice: 'Nothing was sold. Buy again, at best a little later.',
  },
  outcome_unknown: {
    status: 500,
    text: 'The outcome of this purchase is not known yet. Query its status with the same reference before you try again.',
    again: 'status_first',
    advice:
      'Query the status until it answers. 404 means that nothing was accepted and nothing was debited: then send the same ' +
      'request again. Any other answer is the state of this purchase.',
  },
  unavailable: {
    status: 500,
    text: 'The service cannot answer at the moment. Try again shortly.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: 'Wait for the seconds of `Retry-After`, then send the same request.',
  },
} as const satisfies Record<string, Entry>;

/**
 * Codes of a 424. The answer is an envelope with a message of its own, so these texts stand in documents only.
 * `provider_unreachable` is the code of a 424 too: airtime and data, and the status of every product.
 */
const OUTCOMES = {
  provider_rejected: {
    status: 424,
    text: 'The provider rejected the order or took it back. The wallet has been refunded.',
    again: 'new_reference',
    advice: '`message` says why. When it names the number, check it with the customer before you buy again.',
  },
  not_sent: {
    status: 424,
    text: 'The order could not be sent in time. The wallet has been refunded.',
    again: 'new_reference',
    advice: 'Nothing was sold. Buy again, at best a little later.',
  },
  refunded_by_operator: {
    status: 424,
    text: 'An operator decided that the purchase failed. The wallet has been refunded.',
    again: 'new_reference',
    advice: 'It can follow a success that was reversed. Ask us for the reason.',
  },
  not_recognised: {
    status: 424,
    text: 'The provider does not recognise this smartcard or meter number, or does not sell to it.',
    advice: 'Check the number with the customer, and for a meter its disco and type.',
  },
  no_packages: {
    status: 424,
    text: 'The provider lists no packages for this product type.',
    again: 'same',
    advice: 'Nothing can be bought of this product type at the moment. Ask again later.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof CATALOG;

/** Why a purchase failed, as `X-Error-Code` of its 424. */
export const failureCodes = [
  'provider_rejected',
  'provider_unreachable',
  'not_sent',
  'refunded_by_operator',
] as const satisfies PublicCode[];
export type FailureCode = (typeof failureCodes)[number];

/** Every value of `X-Error-Code`. */
export type PublicCode = ErrorCode | keyof typeof OUTCOMES;

export const errorCatalog: Readonly<Record<ErrorCode, Entry>> = CATALOG;

type PublicEntry = Omit<Entry, 'status'> & { code: PublicCode; statuses: number[]; again: Again };

/** Every code with all that is public about it. `statuses`: the HTTP statuses that it can have. */
export const publicCodes: readonly PublicEntry[] = Object.entries<Entry>({ ...CATALOG, ...OUTCOMES }).map(
  ([code, { status, again = 'corrected', ...entry }]) => ({
    ...entry,
    again,
    code: code as PublicCode,
    statuses: status !== 424 && failureCodes.some((each) => each === code) ? [status, 424] : [status],
  }),
);

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
