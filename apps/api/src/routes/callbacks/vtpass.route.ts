import { askForCatalogueSync } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { productOfService, products } from '@topup/core/product';
import { findSentPurchase } from '@topup/core/purchase';
import { readCallback } from '@topup/providers';
import { errorFields, isSameSecret } from '@topup/runtime';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { bodyOf } from '../../http/request-context';

/**
 * POST /callbacks/vtpass/<secret>: the provider reports that an order or a price list has changed. Nobody signs it, so
 * it only makes us ask. It answers `success` also for unknown orders, because VTpass repeats the call otherwise.
 */
export function vtpassCallback(deps: Deps): RequestHandler {
  return async (request, response) => {
    const callback = readCallback(bodyOf(request).fields);
    if (callback === null) throw new AppError('validation_failed', 'the body is no callback that is known here');
    if (callback.kind === 'variations') await readAgain(deps, callback.serviceId);
    else requeryInBackground(deps, callback.requestId);
    response.json({ response: 'success' });
  };
}

/** Answers 404 to a wrong secret, before the body is read; without a secret there is no such path. */
export function requireCallbackSecret(secret: string | undefined): RequestHandler {
  return (request, _response, next) => {
    if (secret === undefined || !isSameSecret(String(request.params.secret), secret))
      throw new AppError('unknown_path');
    next();
  };
}

/** Each api reads packages when it needs them, and a worker reads the data plans. */
async function readAgain({ db, packageList }: Deps, service: string): Promise<void> {
  if (products[productOfService(service)].price === 'package') packageList.forget(service);
  else await askForCatalogueSync(db);
}

/** Requeries an open purchase now. A final one goes to review when the provider contradicts it. */
function requeryInBackground({ db, log, requeries }: Deps, providerRef: string): void {
  findSentPurchase(db, providerRef)
    .then((purchase) => purchase && requeries.requery(purchase))
    .catch((error) => log.warn('a callback could not be followed up', errorFields(error)));
}
