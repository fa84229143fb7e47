import { cableProducts } from '@topup/core/product';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { errorHeaders } from '../../http/error-answer';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf } from '../../http/request-context';

export const cableProduct = requestBody({ product_type: field.oneOf(cableProducts) });

/** POST /v1/cabletv/variations: the packages that can be bought; 424 when the provider lists none. */
export function cableVariations({ packageList }: Deps): RequestHandler {
  return async (request, response) => {
    const { product_type } = readFields(cableProduct, bodyOf(request));
    const list = await packageList.packages(product_type);
    const packages = list.map(({ code, name, priceKobo }) => ({
      package_code: code,
      package_name: name,
      price: formatNaira(priceKobo),
    }));
    const answer =
      packages.length > 0
        ? { status: 'successful', status_code: 200, message: 'Cable TV packages.' }
        : { status: 'failed', status_code: 424, message: 'The provider lists no packages for this product type.' };
    if (packages.length === 0) response.set(errorHeaders('no_packages'));
    response.status(answer.status_code).json({ ...answer, data: { product_type, packages } });
  };
}
