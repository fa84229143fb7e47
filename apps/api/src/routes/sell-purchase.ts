import { AppError } from '@topup/core/errors';
import { acceptPurchase, type Order, type PurchaseState, toPublicStatus } from '@topup/core/purchase';
import { isSynchronous } from '@topup/core/queue';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { toSaleResponse } from '../http/purchase-response';
import { arrivalOf, callerOf, requestIdOf, setReference } from '../http/request-context';

/**
 * The part that all products share, once the fields are checked: accept the order, have it sent (airtime and data by a
 * worker, cable TV and electricity by this process), wait for the outcome, and answer. The wait counts from the
 * request's arrival.
 */
export async function sellPurchase(deps: Deps, response: Response, order: Order): Promise<void> {
  const { productType, requestRef } = order;
  const requestId = requestIdOf(response);
  const synchronous = isSynchronous(productType);
  const waitMs = synchronous ? deps.settings.syncWaitMs : deps.settings.purchaseWaitMs;
  setReference(response, requestRef);
  if (synchronous) deps.sender.requireRoom();
  const purchase = await acceptPurchase(deps, callerOf(response), order, waitMs);
  deps.log.info('accepted', { requestId, purchase: purchase.id, requestRef, product: productType });
  const outcome = deps.waiter.wait({ id: purchase.id, productType, requestId }, arrivalOf(response) + waitMs);
  deps.dispatchPurchase(productType, purchase.id, requestId);
  const state = await outcome;
  deps.metrics.waited(productType, toPublicStatus(state.status).status, deps.clock.monotonicMs() - arrivalOf(response));
  if (synchronous && wasUnreachable(state)) throw new AppError('provider_unreachable');
  const answer = toSaleResponse(purchase, state);
  response.status(answer.status_code).json(answer);
}

/** Nothing reached the provider. A synchronous product then answers 500; every other failure is 424. */
const wasUnreachable = ({ status, causeCode }: PurchaseState): boolean =>
  status === 'failed' && causeCode === 'provider_unreachable';
