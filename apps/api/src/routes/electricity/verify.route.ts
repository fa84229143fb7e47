import { discos, meterTypes } from '@topup/core/product';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';

export const meterFields = {
  disco: field.oneOf(discos, 'The disco of the meter.'),
  meter_number: field.customerNumber('Meter or account number'),
  meter_type: field.oneOf(meterTypes),
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
