import { products } from '@topup/core/product';
import { airtimeOrder } from '@topup/core/purchase';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf } from '../../http/request-context';
import { sellPurchase } from '../sell-purchase';

export const airtimeFields = requestBody({
  network: field.oneOf(
    products.AIRTIME.services,
    'The network of the number. The service does not check it, because numbers can be ported.',
  ),
  phone: field.recipient('phone', 'The phone number that receives the value'),
  amount: field.nairaWithin('network', 'In naira, 10 to 50,000 unless another range was agreed for the network.'),
  request_ref: field.requestRef(),
});

/** POST /v1/airtime/purchase */
export function purchaseAirtime(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(airtimeFields, bodyOf(request), deps.bounds.AIRTIME);
    const { network, phone, amount: amountKobo, request_ref: requestRef } = fields;
    await sellPurchase(deps, response, airtimeOrder({ network, phone, amountKobo, requestRef }));
  };
}
