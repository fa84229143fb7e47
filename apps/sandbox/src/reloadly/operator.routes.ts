import type { ServerResponse } from 'node:http';
import { Router } from 'express';
import { readVerifyAnswer } from '../faults/outcomes';
import { readDecimal, sendExactJson } from '../http/exact-json';
import { fieldsOf } from '../http/read-body';
import { readPhone } from './check-top-up';
import type { ReloadlyDeps } from './deps';
import { type Currency, fullNumber, NAIRA_PER_DOLLAR, priceNumber, SCALE, toDollars } from './money';
import {
  AIRTIME_LIMITS,
  descriptionsOf,
  findOperator,
  OPERATORS,
  type Operator,
  operatorOf,
  type Plan,
  walletPrice,
} from './operators';
import { type ErrorCode, sendError, stampOf } from './replies';

/** The operators of Nigeria, and what their top-ups cost in the wallet's currency. */
export function operatorRoutes({ book, options }: ReloadlyDeps): Router {
  const toLine = (operator: Operator) =>
    toOperatorLine(operator, book.knobs().currency, book.isOff(String(operator.id)));
  const refuse = (response: ServerResponse, code: ErrorCode, path: string) =>
    sendError(response, code, path, options.now());
  /** Answers with an operator by its id, or that there is none. */
  const lookUp = (response: ServerResponse, id: unknown, path: string, reply: (operator: Operator) => object) => {
    const operator = findOperator(Number(id));
    if (operator === undefined) refuse(response, 'OPERATOR_NOT_FOUND', path);
    else sendExactJson(response, reply(operator));
  };

  return Router()
    .get('/operators/countries/:country', ({ params, query, path }, response) => {
      if (params.country !== 'NG') return refuse(response, 'COUNTRY_NOT_SUPPORTED', path);
      const isAsked = ({ kind }: Operator) =>
        kind === 'data' ? query.includeData === 'true' : kind !== 'bundle' || query.includeBundles === 'true';
      sendExactJson(response, OPERATORS.filter(isAsked).map(toLine));
    })
    .get('/operators/auto-detect/phone/:phone/countries/:country', ({ params, path }, response) => {
      const { phone } = readPhone({ countryCode: params.country, number: params.phone });
      const isKnown = phone !== null && readVerifyAnswer(phone).answer !== 'not-recognised';
      const operator = isKnown ? operatorOf(phone) : undefined;
      if (operator === undefined) refuse(response, 'COULD_NOT_AUTO_DETECT_OPERATOR', path);
      else sendExactJson(response, toLine(operator));
    })
    .get('/operators/:id/commissions', ({ params, path }, response) => {
      lookUp(response, params.id, path, ({ id, name, discount }) => ({
        operator: { id, operatorId: id, name, countryCode: 'NG', data: false, bundle: false, status: true },
        ...discountsOf(discount, book.knobs().currency, ['percentage', 'internationalPercentage', 'localPercentage']),
        updatedAt: stampOf(options.now()),
      }));
    })
    .get('/operators/:id', ({ params, path }, response) => lookUp(response, params.id, path, toLine))
    .post('/operators/fx-rate', (request, response) => {
      const { operatorId, amount } = fieldsOf(request);
      const units = readDecimal(amount, SCALE);
      if (units === null) return refuse(response, 'INVALID_INPUT_PROVIDED', request.path);
      lookUp(response, operatorId, request.path, ({ id, name }) => ({
        id,
        name,
        fxRate: fullNumber(units * (book.knobs().currency === 'USD' ? NAIRA_PER_DOLLAR : 1)),
        currencyCode: 'NGN',
      }));
    });
}

/** A wallet in dollars has its discount only for amounts in dollars. */
function discountsOf(discount: number, currency: Currency, [any, international, local]: [string, string, string]) {
  return { [any]: discount, [international]: discount, [local]: currency === 'NGN' ? discount : 0 };
}

function toOperatorLine({ id, name, kind, discount, plans }: Operator, currency: Currency, isOff: boolean) {
  const isFixed = plans.length > 0;
  const priceOf = (plan: Plan) => walletPrice(plan, currency);
  const limit = (naira: number) => (isFixed ? null : priceNumber(currency === 'NGN' ? naira : toDollars(naira)));
  const localLimit = (naira: number) => (isFixed ? null : priceNumber(naira));
  return {
    id,
    operatorId: id,
    name,
    bundle: kind === 'bundle',
    data: kind === 'data',
    pin: false,
    comboProduct: false,
    supportsLocalAmounts: true,
    denominationType: isFixed ? 'FIXED' : 'RANGE',
    senderCurrencyCode: currency,
    senderCurrencySymbol: currency === 'NGN' ? '₦' : '$',
    destinationCurrencyCode: 'NGN',
    destinationCurrencySymbol: '₦',
    ...discountsOf(discount, currency, ['commission', 'internationalDiscount', 'localDiscount']),
    minAmount: limit(AIRTIME_LIMITS.least),
    maxAmount: limit(AIRTIME_LIMITS.most),
    localMinAmount: localLimit(AIRTIME_LIMITS.least),
    localMaxAmount: localLimit(AIRTIME_LIMITS.most),
    country: { isoName: 'NG', name: 'Nigeria' },
    fx: { rate: currency === 'NGN' ? 1 : NAIRA_PER_DOLLAR, currencyCode: 'NGN' },
    fixedAmounts: plans.map((plan) => priceNumber(priceOf(plan))),
    fixedAmountsDescriptions: descriptionsOf(plans, priceOf),
    localFixedAmounts: plans.map(({ naira }) => priceNumber(naira)),
    localFixedAmountsDescriptions: descriptionsOf(plans, ({ naira }) => naira),
    fees: { international: 0, local: 0, localPercentage: 0, internationalPercentage: 0 },
    status: isOff ? 'INACTIVE' : 'ACTIVE',
  };
}
