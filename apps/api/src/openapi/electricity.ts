import { products } from '@topup/core/product';
import { type ChargeField, pick, type TokenField } from '@topup/core/shared';
import { NAMED } from '../http/purchase-response';
import { electricityFields, meterQuery } from '../routes/electricity/electricity.route';
import type { Resource, Schema } from './document';
import { bodyOf, lookup, NOT_RECOGNISED, purchase } from './endpoints';
import { CHARGED, discounted, matching, nairaOut, object, oneOf, only, text, textOrNull } from './schemas';

const query = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' };
const order = { ...query, amount: 2000, phone: '08031234567', request_ref: 'order-4' };
const meter = {
  meter_number: '1111111111111',
  customer_name: 'TESTMETER1',
  address: 'ABULE EGBA BU',
  disco: 'ikeja-electric',
};
const prepaid = { ...meter, amount: '2000.00', token: '26362054405982757802', units: '79.9' };
const keyChangeTokens = '18273645546372819001,62738190041827364554';
const unsold = { ...meter, amount: '2000.00', token: '', units: null };

const common = {
  address: text('Empty if the disco gives none.'),
  ...discounted,
  customer_name: text('Empty if the disco gives none.'),
  disco: oneOf(products.ELECTRICITY.services),
  meter_number: text('The meter number.'),
};

/** The keys of `data` of an electricity purchase that succeeded. */
export const electricityKeys = {
  ...common,
  key_change_tokens: {
    ...matching('^[0-9]{20}(,[0-9]{20}){0,3}$'),
    description:
      'One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, ' +
      'before `token`: the meter accepts no other token until then. Present only if the disco gave them.',
  },
  token: {
    ...matching('^([0-9]{20})?$'),
    description: 'The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid meter.',
  },
  units: textOrNull(
    'Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid meter, or if the disco does not say.',
  ),
  bonus_token: {
    ...matching('^[0-9]{20}$'),
    description: 'Free energy: 20 digits, entered after `token`. Present only if the disco gave it.',
  },
  debt_deducted: nairaOut(
    'The part of the amount that the disco kept for a debt, in naira. Present only if the disco says so.',
  ),
  vat: nairaOut('The VAT in the amount, in naira. Present only if the disco says so.'),
} satisfies Record<TokenField | ChargeField, Schema> & Record<string, Schema>;

/** The keys of `data` of an electricity purchase that has not succeeded. */
export const unsoldElectricityKeys: Record<string, Schema> = {
  ...common,
  token: { ...only(''), description: 'No token, or none yet.' },
  units: { type: 'null', description: 'No units, or none yet.' },
};

export const electricity: Resource = {
  tag: {
    name: 'Electricity',
    description: 'Prepaid tokens and postpaid bills of ten distribution companies, called discos.',
  },
  endpoints: {
    'POST /v1/electricity/verify': lookup({
      operationId: 'verifyMeter',
      summary: 'Verify a meter',
      description: 'Returns the owner of a meter.',
      requestBody: bodyOf('MeterQuery', { prepaid: { summary: 'A prepaid meter', value: query } }),
      found: { description: 'The meter is known.', message: 'Meter found.', schema: 'Meter', data: meter },
      missing: {
        ...NOT_RECOGNISED,
        description: 'The disco does not recognise the meter, or does not sell to it. `data` is empty.',
        message: 'The meter number was not recognised.',
      },
      detail: 'meter_number is required',
    }),
    'POST /v1/electricity/purchase': purchase({
      operationId: 'buyElectricity',
      summary: 'Buy prepaid units or pay a postpaid bill',
      description:
        'Debits the wallet, and calls the provider at once. The response of a prepaid purchase has the tokens. If the ' +
        'operator has an SMS provider, the service also sends them to `phone`. No event reports the outcome. Verify the ' +
        'meter first.',
      requestBody: bodyOf('ElectricityOrder', {
        prepaid: { summary: 'Prepaid units for 2,000 naira', value: order },
      }),
      product: 'ELECTRICITY',
      reference: order.request_ref,
      pending:
        'The disco is still processing the order, or did not answer within 30 seconds. `POST /v1/transaction/status` ' +
        'returns the outcome and the token.',
      sold: {
        schema: 'ElectricityData',
        examples: {
          prepaid: { summary: 'Prepaid units', data: prepaid },
          prepaid_with_bonus: {
            summary: 'Prepaid units and a second token',
            data: { ...prepaid, bonus_token: '03681275901846253390' },
          },
          prepaid_with_key_change: {
            summary: 'Prepaid units for a meter that needs a new key first',
            data: { ...prepaid, key_change_tokens: keyChangeTokens, debt_deducted: '500.00', vat: '104.65' },
          },
          postpaid: { summary: 'A postpaid bill', data: unsold },
        },
      },
      data: { schema: 'UnsoldElectricityData', data: { ...unsold, customer_name: '', address: '' } },
      errors: {
        detail: 'amount must be between 1000.00 and 500000.00',
        codes: ['provider_unavailable', 'provider_unreachable'],
      },
    }),
  },
  schemas: {
    MeterQuery: meterQuery.schema,
    Meter: object(
      {
        ...pick(common, 'meter_number', 'customer_name', 'address', 'disco'),
        minimum_amount: nairaOut(
          'The smallest amount that the disco sells to this meter, in naira. Present only if the disco names it.',
        ),
        arrears: nairaOut('The debt of the customer at the disco, in naira. Present only if the disco names it.'),
      },
      ['minimum_amount', 'arrears'],
    ),
    ElectricityOrder: electricityFields.schema,
    ElectricityData: object(electricityKeys, [...NAMED, ...CHARGED]),
    UnsoldElectricityData: object(unsoldElectricityKeys, CHARGED),
  },
};
