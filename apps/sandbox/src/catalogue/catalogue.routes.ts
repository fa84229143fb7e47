import { type RequestHandler, Router } from 'express';
import { mayGet } from '../http/credentials';
import { refusalReply } from '../orders/order-replies';
import type { SandboxOptions } from '../settings';
import type { Book } from '../store/store';
import type { Variation } from './price-lists';
import { findService, type Service, servicesOf } from './services';

type CatalogueDeps = { book: Book; options: SandboxOptions };

/** All that VTpass names; this look-alike sells the first four. */
const CATEGORIES = [
  { identifier: 'airtime', name: 'Airtime Recharge' },
  { identifier: 'data', name: 'Data Services' },
  { identifier: 'tv-subscription', name: 'TV Subscription' },
  { identifier: 'electricity-bill', name: 'Electricity Bill' },
  { identifier: 'education', name: 'Education' },
  { identifier: 'other-services', name: 'Other Services' },
  { identifier: 'insurance', name: 'Insurance' },
];

/** No documented step reads the list of a disco: that it names the two kinds of meter is our choice. */
const METER_TYPES: readonly Variation[] = [
  { variation_code: 'prepaid', name: 'Prepaid', variation_amount: '0.00' },
  { variation_code: 'postpaid', name: 'Postpaid', variation_amount: '0.00' },
];

/** `GET /service-categories`, `/services?identifier=` and `/service-variations?serviceID=`. All need keys, and none of the answers has a `code`. */
export function catalogueRoutes({ book, options }: CatalogueDeps): Router {
  const needsKeys: RequestHandler = (request, response, next) =>
    mayGet(request.headers, options) ? next() : void response.json(refusalReply('087'));
  const variationsOf = ({ id, category }: Service) =>
    category === 'electricity-bill' ? METER_TYPES : book.variations(id);

  return Router()
    .get('/service-categories', needsKeys, (_request, response) => void response.json(answer(CATEGORIES)))
    .get('/services', needsKeys, (request, response) => {
      response.json(answer(servicesOf(String(request.query.identifier)).map(serviceLine)));
    })
    .get('/service-variations', needsKeys, (request, response) => {
      const service = findService(String(request.query.serviceID));
      response.json(service === undefined ? UNKNOWN_SERVICE : answer(priceList(service, variationsOf(service))));
    });
}

const answer = (content: unknown) => ({ response_description: '000', content });

/** What VTpass says of an unknown id is not established: this is our choice, in the manner of its other refusals. */
const UNKNOWN_SERVICE = { response_description: '012', content: { errors: 'PRODUCT DOES NOT EXIST' } };

/** The list is there twice, because older clients know it by the misspelt name. */
function priceList({ id, productName }: Service, list: readonly Variation[]) {
  const variations = list.map((variation) => ({
    ...variation,
    fixedPrice: Number(variation.variation_amount) > 0 ? 'Yes' : 'No',
  }));
  return { ServiceName: productName, serviceID: id, convinience_fee: '0 %', variations, varations: variations };
}

/** `minimium_amount` is VTpass's spelling, and a text; the maximum it gives as a number or a text. */
function serviceLine({ id, category, productName, minimumNaira, maximumNaira }: Service) {
  return {
    serviceID: id,
    name: productName,
    minimium_amount: String(minimumNaira),
    maximum_amount: maximumNaira,
    convinience_fee: '0 %',
    product_type: category === 'data' || category === 'tv-subscription' ? 'fix' : 'flexible',
    image: '',
  };
}
