import { discountedProducts, products } from '@topup/core/product';
import { success } from './answers';
import type { Resource } from './document';
import { errorsOfGet } from './errors';
import { arrayOf, matching, object, oneOf, ref, text } from './schemas';

const discounts = [
  { product_type: 'AIRTIME', service: 'mtn', discount_percent: '2.50' },
  { product_type: 'ELECTRICITY', service: 'ikeja-electric', discount_percent: '0.00' },
];

export const prices: Resource = {
  tag: { name: 'Prices', description: 'What you pay.' },
  endpoints: {
    'GET /v1/prices': {
      operationId: 'prices',
      summary: 'List your discounts',
      description:
        'Returns every network, cable TV product type and disco that this service sells, with the discount of your tier ' +
        'on the face value. Data plans have [prices of their own](#tag/data).',
      responses: {
        200: success('The discounts.', arrayOf(ref('Price')), {
          message: 'Discounts on the face value.',
          data: discounts,
        }),
        ...errorsOfGet(),
      },
    },
  },
  schemas: {
    Price: object({
      product_type: oneOf(discountedProducts),
      service: text(
        `The network, \`product_type\` or disco, as an order names it, such as ${products.AIRTIME.services[0]}.`,
      ),
      discount_percent: {
        ...matching('^[0-9]{1,2}\\.[0-9]{2}$'),
        description: 'The discount in percent of the face value, rounded down to whole kobo for each purchase.',
      },
    }),
  },
};
