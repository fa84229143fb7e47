import { products } from '@topup/core/product';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { bodyOf } from '../../http/request-context';
import { sellPurchase } from '../sell-purchase';

export const airtimeOrder = requestBody({
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
    const fields = readFields(airtimeOrder, bodyOf(request), deps.bounds.AIRTIME);
    await sellPurchase(deps, response, toOrder(fields));
  };
}

function toOrder({ network, phone, amount, request_ref }: FieldsOf<typeof airtimeOrder>): Order {
  return {
    productType: 'AIRTIME',
    requestRef: request_ref,
    amountKobo: amount,
    recipient: phone,
    details: { network, phone },
    description: `${network.toUpperCase()} airtime of NGN ${formatNaira(amount)} for ${phone}`,
    providerOrder: { serviceId: network, variationCode: null, subscriptionType: null, contactPhone: phone },
  };
}
