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
import { type ErrorCode, errorReply, stampOf } from './replies';

/** The operators of Nigeria, and what their top-ups cost in the wallet's currency. */
export function operatorRoutes({ book, options }: ReloadlyDeps): Router {
  const toLine = (operator: Operator) =>
    toOperatorLine(operator, book.knobs().currency, book.isOff(String(operator.id)));
  const errorOf = (code: ErrorCode, path: string) => errorReply(code, path, options.now());
  /** An operator by its id, or the answer that there is none. */
  const lookUp = (id: unknown, path: string, reply: (operator: Operator) => object) => {
    const operator = findOperator(Number(id));
    return operator === undefined ? errorOf('OPERATOR_NOT_FOUND', path) : { status: 200, body: reply(operator) };
  };

  return Router()
    .get('/operators/countries/:country', ({ params, query, path }, response) => {
      if (params.country !== 'NG') {
        const { status, body } = errorOf('COUNTRY_NOT_SUPPORTED', path);
        return sendExactJson(response, body, status);
      }
      const isAsked = ({ kind }: Operator) =>
        kind === 'data' ? query.includeData === 'true' : kind !== 'bundle' || query.includeBundles === 'true';
      sendExactJson(response, OPERATORS.filter(isAsked).map(toLine));
    })
    .get('/operators/auto-detect/phone/:phone/countries/:country', ({ params, path }, response) => {
      const { phone } = readPhone({ countryCode: params.country, number: params.phone });
      const isKnown = phone !== null && readVerifyAnswer(phone).answer !== 'not-recognised';
      const operator = isKnown ? operatorOf(phone) : undefined;
      const found = { status: 200, body: operator === undefined ? {} : toLine(operator) };
      const { status, body } = operator === undefined ? errorOf('COULD_NOT_AUTO_DETECT_OPERATOR', path) : found;
      sendExactJson(response, body, status);
    })
    .get('/operators/:id/commissions', ({ params, path }, response) => {
      const { status, body } = lookUp(params.id, path, ({ id, name, discount }) => ({
        operator: { id, operatorId: id, name, countryCode: 'NG', data: false, bundle: false, status: true },
        ...discountsOf(discount, book.knobs().currency, ['percentage', 'internationalPercentage', 'localPercentage']),
        updatedAt: stampOf(options.now()),
      }));
      sendExactJson(response, body, status);
    })
    .get('/operators/:id', ({ params, path }, response) => {
      const { status, body } = lookUp(params.id, path, toLine);
      sendExactJson(response, body, status);
    })
    .post('/operators/fx-rate', (request, response) => {
      const { operatorId, amount } = fieldsOf(request);
      const units = readDecimal(amount, SCALE);
      const { status, body } =
        units === null
          ? errorOf('INVALID_INPUT_PROVIDED', request.path)
          : lookUp(operatorId, request.path, ({ id, name }) => ({
              id,
              name,
              fxRate: fullNumber(units * (book.knobs().currency === 'USD' ? NAIRA_PER_DOLLAR : 1)),
              currencyCode: 'NGN',
            }));
      sendExactJson(response, body, status);
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
