import { type Request, type Response, Router } from 'express';
import { readBody } from '../../http/read-body';
import { complain } from '../../operator/operator.routes';
import { FIRST_PRICE_LISTS } from '../catalogue/price-lists';
import type { VtpassDeps } from '../deps';
import { readVariations } from './read-variations';

/** `PUT /variations/:serviceID` changes a price list. */
export function vtpassOperatorRoutes({ book, options }: Pick<VtpassDeps, 'book' | 'options'>): Router {
  return Router().put(
    '/variations/:serviceID',
    readBody,
    (request: Request<{ serviceID: string }>, response: Response) => {
      const { serviceID } = request.params;
      if (!FIRST_PRICE_LISTS.has(serviceID)) return complain(response, 404, `${serviceID} has no price list`);
      const variations = readVariations(request.body);
      if (variations === null)
        return complain(response, 400, 'send a JSON array of { variation_code, name, variation_amount }');
      book.record({ entry: 'variations', serviceID, variations, at: options.now().toISOString() });
      response.json({ serviceID, variations: variations.length });
    },
  );
}
