import type { ServerResponse } from 'node:http';
import type { FaultWords } from '../faults/send-fault';
import { ExactNumber, sendExactJson } from '../http/exact-json';
import { CURRENCY_NAMES, type Currency, fullNumber, shortText } from './money';
import type { TopUp } from './top-up';

/** The HTTP status and the text of each error code. */
const ERRORS = {
  INVALID_CREDENTIALS: [401, 'Access denied, the client id or the client secret is wrong'],
  INVALID_AUDIENCE: [400, 'The audience is not the address of a product'],
  MISSING_TOKEN: [401, 'Full authentication is required to access this resource'],
  INVALID_TOKEN: [401, 'The access token is wrong or expired'],
  INVALID_INPUT_PROVIDED: [400, 'A field is missing or not valid'],
  INVALID_AMOUNT_FOR_OPERATOR: [400, 'The amount is not one that the operator takes'],
  INVALID_LOCAL_AMOUNT_FOR_OPERATOR: [400, 'The local amount is not one that the operator takes'],
  INVALID_RECIPIENT_PHONE: [400, 'The phone of the recipient is not valid'],
  CUSTOM_IDENTIFIER_ALREADY_USED: [400, 'The custom identifier was used for an earlier top-up'],
  PHONE_RECENTLY_RECHARGED: [400, 'The phone was recharged less than two minutes ago'],
  INSUFFICIENT_BALANCE: [400, 'The balance of the wallet is too low for this top-up'],
  TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT: [400, 'The transaction cannot be processed at the moment'],
  COULD_NOT_AUTO_DETECT_OPERATOR: [404, 'The operator of the number could not be detected'],
  OPERATOR_NOT_FOUND: [404, 'No operator has this id'],
  TRANSACTION_NOT_FOUND: [404, 'Transaction not found for given id'],
  COUNTRY_NOT_SUPPORTED: [409, 'The country is not supported'],
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE: [503, 'The operator is not available or not active'],
  PROVIDER_INTERNAL_ERROR: [500, 'An internal error of the provider'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** An answer that refuses. */
function errorReply(errorCode: ErrorCode, path: string, at: Date): { status: number; body: object } {
  const [status, message] = ERRORS[errorCode];
  return {
    status,
    body: { timeStamp: stampOf(at), message, path, errorCode, infoLink: null, details: [] },
  };
}

export function sendError(response: ServerResponse, errorCode: ErrorCode, path: string, at: Date): void {
  const { status, body } = errorReply(errorCode, path, at);
  sendExactJson(response, body, status);
}

/** The two faults that Reloadly puts in words of its own. */
export function reloadlyWords(path: string, at: Date): FaultWords {
  return {
    'system-error': errorReply('PROVIDER_INTERNAL_ERROR', path, at),
    'low-float': errorReply('INSUFFICIENT_BALANCE', path, at),
  };
}

/** UTC: 2026-10-08 01:45:35. */
export const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

const UPDATED_BEFORE_MS = 205_000;

/** `updatedAt` lags behind, as recorded. */
export function toBalance(currency: Currency, at: Date) {
  return {
    currencyCode: currency,
    currencyName: CURRENCY_NAMES[currency],
    updatedAt: stampOf(new Date(at.getTime() - UPDATED_BEFORE_MS)),
  };
}

/** Without zeros at the end: 100, 499.91. */
const plain = (units: number) => new ExactNumber(shortText(units).replace(/\.?0+$/, ''));

/** A top-up, the same in every answer. One that was not delivered has cost nothing, and left the balance as it was. */
export function toTopUpReply(topUp: TopUp) {
  const { status, currency, oldBalance, discount } = topUp;
  const isFree = status === 'FAILED' || status === 'REFUNDED';
  const cost = isFree ? 0 : topUp.cost;
  return {
    transactionId: topUp.transactionId,
    status,
    operatorTransactionId: status === 'SUCCESSFUL' ? operatorReference(topUp) : null,
    customIdentifier: topUp.customIdentifier,
    recipientPhone: topUp.phone.replace(/^0/, '234'),
    recipientEmail: null,
    senderPhone: null,
    countryCode: 'NG',
    operatorId: topUp.operatorId,
    operatorName: topUp.operatorName,
    discount: discount === 0 ? 0 : fullNumber(discount),
    discountCurrencyCode: currency,
    requestedAmount: plain(topUp.requested),
    requestedAmountCurrencyCode: topUp.requestedCurrency,
    deliveredAmount: plain(topUp.naira),
    deliveredAmountCurrencyCode: 'NGN',
    transactionDate: stampOf(new Date(topUp.at)),
    pinDetail: null,
    fee: 0,
    balanceInfo: {
      oldBalance: fullNumber(oldBalance),
      newBalance: fullNumber(oldBalance - cost),
      cost: fullNumber(cost),
      ...toBalance(currency, new Date(topUp.at)),
    },
  };
}

const FAILURE = 'The transaction failed due to an outage and / or connection issue with the operator';

/** The wrapper of `/topups/{id}/status`: the top-up itself only once it succeeded. */
export function toStatusReply(topUp: TopUp) {
  const { status } = topUp;
  const isFailure = status === 'REFUNDED' || status === 'FAILED';
  return {
    code: null,
    message: isFailure ? FAILURE : null,
    status,
    transaction: status === 'SUCCESSFUL' ? toTopUpReply(topUp) : null,
  };
}

/** Invented, always the same for the same top-up. */
function operatorReference({ at, transactionId }: TopUp): string {
  return `${at.replace(/\D/g, '').slice(0, 14)}${String(transactionId).padStart(11, '0')}`;
}
