import { type Disco, discos, type MeterType, meterTypes } from '@topup/core/catalogue';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { field, readFields } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf } from '../../http/request-context';

type Fields = { disco: Disco; meter_number: string; meter_type: MeterType };

const schema = Joi.object<Fields>({
  disco: field.oneOf(discos),
  meter_number: field.customerNumber(),
  meter_type: field.oneOf(meterTypes),
});

/** POST /v1/electricity/verify: the owner of a meter; 424 when the disco does not know it or does not sell to it. */
export function verifyMeter({ lookups }: Deps): RequestHandler {
  return async (request, response) => {
    const { disco, meter_number, meter_type } = readFields(schema, bodyOf(request));
    answerLookup(response, await lookups.verifyMeter(disco, meter_number, meter_type), {
      message: 'Meter found.',
      data: ({ meterNumber, customerName, address }) => ({
        meter_number: meterNumber,
        customer_name: customerName,
        address,
        disco,
      }),
    });
  };
}
