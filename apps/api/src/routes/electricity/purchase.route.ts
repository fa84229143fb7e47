import { type Disco, discos, type MeterType, meterTypes } from '@topup/core/catalogue';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { field, readFields, requireWithin } from '../../http/fields';
import { bodyOf } from '../../http/request-context';
import { sellPurchase } from '../sell-purchase';

type Fields = {
  disco: Disco;
  meter_number: string;
  meter_type: MeterType;
  amount: bigint;
  phone: string;
  request_ref: string;
};

const schema = Joi.object<Fields>({
  disco: field.oneOf(discos),
  meter_number: field.customerNumber(),
  meter_type: field.oneOf(meterTypes),
  amount: field.naira(),
  phone: field.phone(),
  request_ref: field.requestRef(),
});

/** POST /v1/electricity/purchase: prepaid units, answered with a token, or a payment of a postpaid bill. */
export function purchaseElectricity(deps: Deps): RequestHandler {
  return async (request, response) => {
    const order = electricityOrder(readFields(schema, bodyOf(request)), deps.settings.electricityBounds);
    await sellPurchase(deps, response, order);
  };
}

function electricityOrder(
  { disco, meter_number, meter_type, amount, phone, request_ref }: Fields,
  bounds: Deps['settings']['electricityBounds'],
): Order {
  requireWithin(amount, bounds[disco]);
  return {
    productType: 'ELECTRICITY',
    requestRef: request_ref,
    amountKobo: amount,
    recipient: meter_number,
    details: { disco, meter_number },
    description: `${disco} ${meter_type} electricity of NGN ${formatNaira(amount)} for meter ${meter_number}`,
    providerOrder: { serviceId: disco, variationCode: meter_type, subscriptionType: null, contactPhone: phone },
  };
}
