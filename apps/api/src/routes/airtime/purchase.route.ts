import { type AirtimeNetwork, airtimeNetworks } from '@topup/core/catalogue';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { field, readFields, requireWithin } from '../../http/fields';
import { bodyOf } from '../../http/request-context';
import { sellPurchase } from '../sell-purchase';

type Fields = { network: AirtimeNetwork; phone: string; amount: bigint; request_ref: string };

const schema = Joi.object<Fields>({
  network: field.oneOf(airtimeNetworks),
  phone: field.phone(),
  amount: field.naira(),
  request_ref: field.requestRef(),
});

/** POST /v1/airtime/purchase */
export function purchaseAirtime(deps: Deps): RequestHandler {
  return async (request, response) => {
    const order = airtimeOrder(readFields(schema, bodyOf(request)), deps.settings.airtimeBounds);
    await sellPurchase(deps, response, order);
  };
}

function airtimeOrder(
  { network, phone, amount, request_ref }: Fields,
  bounds: Deps['settings']['airtimeBounds'],
): Order {
  requireWithin(amount, bounds[network]);
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
