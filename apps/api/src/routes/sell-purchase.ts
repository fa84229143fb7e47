import { AppError } from '@topup/core/errors';
import { acceptPurchase, type Order, type PurchaseState, toPublicStatus } from '@topup/core/purchase';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { purchaseEnvelope } from '../http/envelope';
import { arrivalOf, callerOf, requestIdOf, setReference } from '../http/request-context';
import { isSynchronous } from './synchronous';

/**
 * What every purchase has in common once its fields are checked: accept it, have it sent (airtime and data by a worker, cable TV and electricity by this
 * process), wait for the outcome as long as its product waits, counted from the request's arrival, and answer.
 */
export async function sellPurchase(deps: Deps, response: Response, order: Order): Promise<void> {
  const { productType, requestRef } = order;
  const requestId = requestIdOf(response);
  setReference(response, requestRef);
  const waitMs = isSynchronous(productType) ? deps.settings.syncWaitMs : deps.settings.purchaseWaitMs;
  if (isSynchronous(productType)) deps.sender.requireRoom();
  const purchase = await acceptPurchase(deps, callerOf(response).accountId, order, waitMs);
  deps.log.info('accepted', { requestId, purchase: purchase.id, requestRef, product: productType });
  const outcome = deps.waiter.wait({ id: purchase.id, productType, requestId }, arrivalOf(response) + waitMs);
  deps.dispatchPurchase(productType, purchase.id, requestId);
  const state = await outcome;
  deps.figures.waited(productType, toPublicStatus(state.status).status, deps.clock.monotonicMs() - arrivalOf(response));
  if (isSynchronous(productType) && wasUnreachable(state)) throw new AppError('provider_unreachable');
  const answer = purchaseEnvelope(purchase, state);
  response.status(answer.status_code).json(answer);
}

/** The document's 500 of the synchronous products: provably nothing reached the provider. Everything else it knows as a failure is 424. */
const wasUnreachable = ({ status, cause }: PurchaseState): boolean =>
  status === 'failed' && cause === 'provider_unreachable';
