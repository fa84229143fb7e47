import { acceptPurchase, formatNaira, type Order } from '@topup/core';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { purchaseEnvelope } from '../../http/envelope';
import { field, readFields, requireWithin } from '../../http/fields';
import { arrivalOf, bodyOf, callerOf } from '../../http/request-context';

type Fields = { network: string; phone: string; amount: bigint; request_ref: string };

const schema = Joi.object<Fields>({
  network: field.oneOf('mtn', 'glo', 'airtel', 'etisalat'),
  phone: field.phone(),
  amount: field.naira(),
  request_ref: field.requestRef(),
});

/** POST /v1/airtime/purchase: accept, wake a worker, wait for the outcome up to 15 s from the request's arrival. */
export function purchaseAirtime(deps: Deps): RequestHandler {
  return async (request, response) => {
    const order = airtimeOrder(readFields(schema, bodyOf(request)), deps.settings.airtimeBounds);
    const purchase = await acceptPurchase(deps, callerOf(response).accountId, order);
    const outcome = deps.waiter.wait(purchase, arrivalOf(response) + deps.settings.purchaseWaitMs);
    deps.wakeForPurchase('AIRTIME', purchase.id);
    const answer = purchaseEnvelope(purchase, await outcome);
    response.status(answer.status_code).json(answer);
  };
}

function airtimeOrder({ network, phone, amount, request_ref }: Fields, bounds: Deps['settings']['airtimeBounds']): Order {
  const range = bounds[network];
  if (range) requireWithin(amount, range);
  return {
    productType: 'AIRTIME',
    requestRef: request_ref,
    amountKobo: amount,
    recipient: phone,
    details: { network, phone },
    description: `${network.toUpperCase()} airtime of NGN ${formatNaira(amount)} for ${phone}`,
  };
}
