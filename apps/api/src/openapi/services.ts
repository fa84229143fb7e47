import { productTypes } from '@topup/core/product';
import { availabilities } from '@topup/core/routing';
import { success } from './answers';
import type { Resource } from './document';
import { errorsOfGet } from './errors';
import { arrayOf, object, oneOf, ref, text, textOrNull, time } from './schemas';

const states = [
  { product_type: 'AIRTIME', service: 'mtn', state: 'available', since: '2026-11-21T09:05:11.516Z', message: null },
  {
    product_type: 'ELECTRICITY',
    service: 'ikeja-electric',
    state: 'unavailable',
    since: '2026-11-21T12:05:11.516Z',
    message: 'Ikeja Electric works on its systems until 14:00.',
  },
];

export const services: Resource = {
  tag: { name: 'Services', description: 'What is on sale now.' },
  endpoints: {
    'GET /v1/services': {
      operationId: 'services',
      summary: 'List what is on sale now',
      description:
        'Returns every network, cable TV product type and disco that this service sells, with its state now. A test key ' +
        'gets the states of the live service. Its purchases do not depend on them.',
      responses: {
        200: success('The services.', arrayOf(ref('Service')), { message: 'Services on sale.', data: states }),
        ...errorsOfGet(),
      },
    },
  },
  schemas: {
    Service: object({
      product_type: oneOf(productTypes),
      service: text(
        'The network, `product_type` or disco, as an order names it. For data, the `network` of its plans.',
      ),
      state: {
        ...oneOf(availabilities),
        description:
          '`degraded`: you can buy it, but some purchases fail or take longer, or a part of its plans is not on sale. ' +
          '`unavailable`: you cannot buy it now. A state holds for at least a minute.',
      },
      since: time('When the state began, in UTC.'),
      message: textOrNull('What the operators say about it, for people.'),
    }),
  },
};
