import { products } from '@topup/core/product';
import { electricityOrder } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import { sellPurchase } from '../sell-purchase';

const meterFields = {
  disco: field.oneOf(products.ELECTRICITY.services, 'The disco of the meter.'),
  meter_number: field.recipient('meter', 'Meter or account number'),
  meter_type: field.oneOf(products.ELECTRICITY.variations),
};
export const meterQuery = requestBody(meterFields);

/** POST /v1/electricity/verify: the owner of a meter; 424 when the disco does not know it or does not sell to it. */
export function verifyMeter({ lookupsOf }: Deps): RequestHandler {
  return async (request, response) => {
    const { disco, meter_number, meter_type } = readFields(meterQuery, bodyOf(request));
    const lookups = lookupsOf(callerOf(response));
    answerLookup(response, await lookups.verifyMeter(disco, meter_number, meter_type), {
      message: 'Meter found.',
      data: ({ meterNumber, customerName, address, minimumKobo, arrearsKobo }) => ({
        meter_number: meterNumber,
        customer_name: customerName,
        address,
        disco,
        ...(minimumKobo !== null && { minimum_amount: formatNaira(minimumKobo) }),
        ...(arrearsKobo !== null && { arrears: formatNaira(arrearsKobo) }),
      }),
    });
  };
}

export const electricityFields = requestBody({
  ...meterFields,
  amount: field.nairaWithin(
    'disco',
    'In naira, 1,000 to 500,000 unless another range was agreed for the disco. A meter can have a higher minimum: see `minimum_amount` of its verification.',
  ),
  phone: field.recipient(
    'phone',
    'The phone number of the customer, which also gets a prepaid token if the operator has an SMS provider',
  ),
  request_ref: field.requestRef(),
});

/** POST /v1/electricity/purchase: prepaid units, answered with a token, or a payment of a postpaid bill. */
export function purchaseElectricity(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(electricityFields, bodyOf(request), deps.bounds.ELECTRICITY);
    const { disco, phone, meter_number: meter, meter_type: meterType, amount: amountKobo } = fields;
    const order = { disco, meter, meterType, amountKobo, phone, requestRef: fields.request_ref };
    await sellPurchase(deps, response, electricityOrder(order));
  };
}
