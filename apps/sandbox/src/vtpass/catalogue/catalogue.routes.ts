import { type RequestHandler, Router } from 'express';
import { mayGet } from '../credentials';
import type { VtpassDeps } from '../deps';
import { rejectionReply } from '../replies';
import type { Variation } from './price-lists';
import { findService, type Service, servicesOf } from './services';

/** All categories of VTpass; the sandbox sells the first five. */
const CATEGORIES = [
  { identifier: 'airtime', name: 'Airtime Recharge' },
  { identifier: 'data', name: 'Data Services' },
  { identifier: 'tv-subscription', name: 'TV Subscription' },
  { identifier: 'electricity-bill', name: 'Electricity Bill' },
  { identifier: 'education', name: 'Education' },
  { identifier: 'other-services', name: 'Other Services' },
  { identifier: 'insurance', name: 'Insurance' },
];

/** VTpass does not document the list of a disco: we chose to list the two types of meter. */
const METER_TYPES: readonly Variation[] = [
  { variation_code: 'prepaid', name: 'Prepaid', variation_amount: '0.00' },
  { variation_code: 'postpaid', name: 'Postpaid', variation_amount: '0.00' },
];

/**
 * `GET /service-categories`, `/services?identifier=`, `/service-variations?serviceID=`: all need keys, none answers a
 * `code`.
 */
export function catalogueRoutes({ book, keys }: VtpassDeps): Router {
  const needsKeys: RequestHandler = (request, response, next) =>
    mayGet(request.headers, keys) ? next() : void response.json(rejectionReply('087'));
  const variationsOf = ({ id, category }: Service) =>
    category === 'electricity-bill' ? METER_TYPES : book.variations(id);

  return Router()
    .get('/service-categories', needsKeys, (_request, response) => void response.json(answer(CATEGORIES)))
    .get('/services', needsKeys, (request, response) => {
      response.json(answer(servicesOf(String(request.query.identifier)).map(toServiceLine)));
    })
    .get('/service-variations', needsKeys, (request, response) => {
      const service = findService(String(request.query.serviceID));
      response.json(service === undefined ? UNKNOWN_SERVICE : answer(toPriceList(service, variationsOf(service))));
    });
}

const answer = (content: unknown) => ({ response_description: '000', content });

/** VTpass's answer to an unknown id is not known: we chose the form of its other rejections. */
const UNKNOWN_SERVICE = { response_description: '012', content: { errors: 'PRODUCT DOES NOT EXIST' } };

/** The list stands there twice, because older clients use the misspelt name. */
function toPriceList({ id, productName }: Service, list: readonly Variation[]) {
  const variations = list.map((variation) => ({
    ...variation,
    fixedPrice: Number(variation.variation_amount) > 0 ? 'Yes' : 'No',
  }));
  return { ServiceName: productName, serviceID: id, convinience_fee: '0 %', variations, varations: variations };
}

/** The categories whose price lists name the price. */
const FIXED: ReadonlySet<string> = new Set(['data', 'tv-subscription', 'education']);

/** `minimium_amount` is VTpass's spelling, and a text. VTpass sends the maximum as a number or as a text. */
function toServiceLine({ id, category, productName, minimumNaira, maximumNaira }: Service) {
  return {
    serviceID: id,
    name: productName,
    minimium_amount: String(minimumNaira),
    maximum_amount: maximumNaira,
    convinience_fee: '0 %',
    product_type: FIXED.has(category) ? 'fix' : 'flexible',
    image: '',
  };
}
