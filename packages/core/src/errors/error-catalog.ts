import { queuedProducts, synchronousProducts, wordsOf } from '../product/products';

/** Whether the same request may be sent again, in words for the page of the errors. */
export const againTexts = {
  same: 'Yes, unchanged.',
  corrected: 'Yes, after the fix below.',
  later: 'Yes, after a minute. The purchase may still be on its way.',
  new_reference: 'Only as a new purchase, with a new `request_ref`.',
  status_first: 'Not yet. Query the status first: the purchase may have been delivered.',
} as const;

/** Added where the request may be a purchase that can be sent again as it is, or corrected. */
export const KEEPS_REFERENCE = 'Keep the same `request_ref`.';

type Again = keyof typeof againTexts;

type Entry = {
  /** The HTTP status. */
  status: number;
  /** The public text. It is true of every request. */
  text: string;
  /** Added to the text on a purchase. On a query it could be false: its purchase may have been debited. */
  ofPurchase?: string;
  /** Whether the request may be sent again, and with which reference. Default: `corrected`. */
  again?: Again;
  /** Advice to the client, for the page of the errors. */
  advice: string;
};

/** It speaks of this request alone: an earlier one with the same reference may have been accepted. */
const NOTHING_DEBITED = 'Nothing was debited for this request: use the same request_ref again.';

/** Of a reference that another account has too: the API promises that nobody can see that in the body. */
const NO_TRANSACTION =
  'Your account has no transaction with this reference. A purchase that you have just sent may still be on its way. Ask again after a minute.';

const WAIT = 'Wait for the seconds in `Retry-After`, then send the same request again.';
const BUY_AGAIN = 'You can buy again with a new `request_ref`, preferably after a minute.';

/**
 * Every error that a client can get, once: code, HTTP status, public text, whether the request may be sent again, and
 * what to do. The HTTP layer adds no mapping of its own (specification 7).
 */
const CATALOG = {
  validation_failed: {
    status: 400,
    text: 'The request is not valid.',
    advice: 'The request changed nothing. Correct every field that `error` names.',
  },
  body_not_json: {
    status: 400,
    text: 'The body must be a JSON object sent as application/json.',
    advice: 'The request changed nothing. Send one JSON object in UTF-8 with `Content-Type: application/json`.',
  },
  malformed_request: {
    status: 400,
    text: 'The request is not valid HTTP, or has no Host header.',
    advice:
      'The request changed nothing. Look for a fault in your HTTP client, or in a proxy between you and the service.',
  },
  request_timeout: {
    status: 408,
    text: 'The request did not arrive in time.',
    again: 'same',
    advice: 'The request changed nothing. Send its headers within 10 seconds, and all of it within 15 seconds.',
  },
  body_too_large: {
    status: 413,
    text: 'The body is larger than 16 KiB.',
    advice: 'The request changed nothing. Send only the documented fields.',
  },
  unsupported_encoding: {
    status: 415,
    text: 'The body must not be compressed.',
    advice: 'The request changed nothing. Send the body uncompressed, without the header `Content-Encoding`.',
  },
  expectation_failed: {
    status: 417,
    text: 'The only supported Expect header is 100-continue.',
    advice: 'The request changed nothing. Leave out the header `Expect`, or send `Expect: 100-continue`.',
  },
  headers_too_large: {
    status: 431,
    text: 'The request line and headers are larger than 16 KiB.',
    advice: 'The request changed nothing. Send fewer or shorter headers.',
  },
  unauthorized: {
    status: 401,
    text: 'The API key is missing, not valid or revoked, or has no Bearer before it.',
    advice:
      'The request changed nothing. Send `Authorization: Bearer <API_KEY>` with a key from your dashboard that is not ' +
      'revoked. A suspended account gets the same response.',
  },
  key_expired: {
    status: 401,
    text: 'This API key has expired.',
    advice:
      'The request changed nothing. Use another key from your dashboard, or ask an owner of the account to set a later ' +
      'expiry.',
  },
  address_not_allowed: {
    status: 401,
    text: 'This API key may not be used from this network address.',
    advice:
      'The request changed nothing. Send it from a network that your dashboard shows for this key, or ask an owner of ' +
      'the account to add yours.',
  },
  key_scope: {
    status: 401,
    text: 'This API key may only read. It can neither buy nor change anything.',
    advice: 'The request changed nothing. Use a key with the scope `purchase`.',
  },
  key_limit_reached: {
    status: 400,
    text: 'This purchase would exceed the daily limit of the API key.',
    advice:
      'Nothing was debited. Use another key, ask an owner of the account to raise the limit, or wait until midnight in ' +
      'Lagos. A refunded purchase does not count.',
  },
  duplicate_reference: {
    status: 400,
    text: 'An earlier purchase with this request_ref was debited, and may have been delivered. This request debited nothing. Query the status of the earlier purchase before you do anything else.',
    again: 'status_first',
    advice:
      'This request debited nothing, but an earlier one with the same reference was accepted. Query its status and take ' +
      'that as the outcome, unless `X-Original-Matches` is `false`: then another order has the reference. Until you know ' +
      'it, neither refund your customer nor buy again with a new reference.',
  },
  insufficient_balance: {
    status: 400,
    text: 'The wallet balance is too low for this purchase.',
    advice: 'Nothing was debited. Fund the wallet, then send the same purchase again.',
  },
  unknown_plan: {
    status: 400,
    text: 'There is no such data plan, or it cannot be bought at the moment.',
    advice:
      'Nothing was debited. Take a `plan_id` from the current list of plans, because a plan without one cannot be ' +
      'bought. If your plan is still listed with it, try again later.',
  },
  price_changed: {
    status: 400,
    text: 'This order has another price now than `expected_price`.',
    advice:
      'Nothing was debited. `message` names the price now. Show it to your customer, then send the same purchase with ' +
      'it as `expected_price`.',
  },
  discount_paused: {
    status: 400,
    text: 'This purchase is not sold at your discount before midnight in Lagos.',
    ofPurchase: NOTHING_DEBITED,
    advice:
      'Nothing was debited. Your discount makes the operator lose more today than they allow. Ask the operator, buy a ' +
      'smaller amount, or send the same purchase after midnight in Lagos.',
  },
  unknown_exam: {
    status: 400,
    text: 'This exam is not in the current list of exams.',
    advice: 'Nothing was debited. Take an `exam` from the current list of exams.',
  },
  unknown_package: {
    status: 400,
    text: 'This package is not in the current list of that product type.',
    advice: 'Nothing was debited. Take a `package_code` from the current list of packages of that `product_type`.',
  },
  wrong_package_amount: {
    status: 400,
    text: 'The amount is not the current price of this package.',
    advice:
      'Nothing was debited. Read the list of packages again, and send the listed price as `amount`. For a renewal, ' +
      '`error` names the amounts that renew this card.',
  },
  not_current_package: {
    status: 400,
    text: 'The card does not have this package, so it cannot be renewed.',
    advice:
      'Nothing was debited. Send a `package_code` that `error` names. To buy another package at its listed price, send ' +
      '`subscription_type` `change`.',
  },
  unknown_smartcard: {
    status: 400,
    text: 'The provider does not know this smartcard, so nothing can be renewed.',
    advice:
      'Nothing was debited. Check `smartcard_number` with the customer, and whether `product_type` fits the card.',
  },
  // The bodies of these two are identical, as the API promises. Status and code still tell them apart.
  transaction_not_found: {
    status: 404,
    text: NO_TRANSACTION,
    again: 'later',
    advice:
      'Your account had no purchase with this reference when you asked, in the mode of your key. If this response comes ' +
      'a minute after your last attempt and your last silence (no response within ten seconds), nothing was debited. You ' +
      'can send the same purchase again with the same `request_ref` at any time: it is bought at most once.',
  },
  transaction_not_yours: {
    status: 403,
    text: NO_TRANSACTION,
    again: 'later',
    advice:
      'Your account has no purchase with this reference, but another account has. Check the reference and the API key. ' +
      'After a lost response, follow the advice of `transaction_not_found`.',
  },
  not_successful: {
    status: 400,
    text: 'This purchase is not successful, so it cannot be claimed. Nothing was changed. Query its status.',
    advice:
      'Nothing was changed: only a successful purchase can be claimed as not received. Query its status. A failed ' +
      'purchase is already refunded, and the outcome of a pending one is not known yet.',
  },
  unknown_path: {
    status: 404,
    text: 'There is nothing at this path.',
    advice:
      'The request changed nothing. Check the path and the base URL. The paths under `/v1/test` need a test key, and those under `/v1/exams` an operator who sells exam PINs.',
  },
  method_not_allowed: {
    status: 405,
    text: 'This path does not accept that method.',
    advice: 'The request changed nothing. Use a method that the header `Allow` names.',
  },
  rate_limited: {
    status: 429,
    text: 'Your account has sent too many requests of this kind within a minute. Try again after the seconds in Retry-After.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: `The request changed nothing. ${WAIT} \`RateLimit-Policy\` names the limit.`,
  },
  too_many_failed_keys: {
    status: 429,
    text: 'Too many requests from this address had no valid API key. Check the key, and try again after the seconds in Retry-After.',
    again: 'same',
    advice: 'The request changed nothing. Check the key: requests with a valid key are still served from this address.',
  },
  overloaded: {
    status: 429,
    text: 'The service is busy. Try again after the seconds in Retry-After.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: `The request changed nothing. ${WAIT}`,
  },
  internal: {
    status: 500,
    text: 'Something went wrong on our side.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice:
      'Wait a minute, then send the same request again. If it fails again, give the `X-Request-Id` to the people who ' +
      'run the service.',
  },
  provider_unavailable: {
    status: 500,
    text: 'The provider is not available at the moment. Try again shortly.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: 'Wait a minute, then send the same request again.',
  },
  provider_unreachable: {
    status: 500,
    text: 'Your order did not reach the provider. Nothing was sold, and your wallet has been refunded. A new attempt needs a new reference.',
    again: 'new_reference',
    advice: `${BUY_AGAIN} Of ${wordsOf(queuedProducts)}, a purchase returns this code with 424. Of ${wordsOf(synchronousProducts)}, it returns it with 500, and its status query returns 424 with this code or \`not_sent\`.`,
  },
  outcome_unknown: {
    status: 500,
    text: 'The outcome of this purchase is not known yet. Your wallet may have been debited. Query the status with the same reference before you try again.',
    again: 'status_first',
    advice:
      'Your wallet may have been debited. Query the status until it returns 200 or 424. If it returns ' +
      '`transaction_not_found`, follow the advice of that code.',
  },
  unavailable: {
    status: 500,
    text: 'The service cannot answer at the moment. Try again shortly.',
    ofPurchase: NOTHING_DEBITED,
    again: 'same',
    advice: `${WAIT} A proxy can return this code with 502, 503 or 504.`,
  },
} as const satisfies Record<string, Entry>;

/**
 * Codes of a 424. The response is an envelope with another message, so these texts stand in documents only.
 * `provider_unreachable` is the code of a 424 too: on airtime and data, and on the status of every product.
 */
const OUTCOMES = {
  provider_rejected: {
    status: 424,
    text: 'The provider rejected the order or took it back. Your wallet has been refunded.',
    again: 'new_reference',
    advice:
      '`message` often does not tell a wrong number from another refusal. Before you buy again, check the number and the ' +
      'network of a phone, and verify a smartcard or meter.',
  },
  not_sent: {
    status: 424,
    text: 'The order was not sent in time. Your wallet has been refunded.',
    again: 'new_reference',
    advice: `Nothing was sold. ${BUY_AGAIN}`,
  },
  refunded_by_operator: {
    status: 424,
    text: 'An operator decided that the purchase failed, or reversed it after it was successful. Your wallet has been refunded.',
    again: 'new_reference',
    advice:
      'Your customer may have received the value of a purchase that was reversed. Ask the people who run the service ' +
      'for the reason before you buy again.',
  },
  not_recognised: {
    status: 424,
    text: 'The provider does not recognise this smartcard or meter number, or does not sell to it.',
    advice: 'Check the number with the customer. For a meter, check its disco and its type too.',
  },
  no_packages: {
    status: 424,
    text: 'The provider lists no packages for this product type.',
    again: 'same',
    advice: 'No package of this product type can be bought now. Ask again later.',
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

/**
 * An error that becomes the answer to a client. `detail`: the validator's text, also public. `fact`: a sentence about
 * this request, added to the public text. `cause`: for the log.
 */
export class AppError extends Error {
  readonly fact: string | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly detail?: string,
    { fact, ...options }: ErrorOptions & { fact?: string } = {},
  ) {
    super(CATALOG[code].text, options);
    this.fact = fact;
  }
}
