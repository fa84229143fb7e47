import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@topup/core/errors';
import { findSentPurchase, requeryPurchase } from '@topup/core/purchase';
import { readCallback } from '@topup/providers';
import { errorFields } from '@topup/runtime';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { bodyOf } from '../../http/request-context';
import { useFreeSlot } from '../../send/use-free-slot';

/**
 * POST /callbacks/vtpass/<secret>: the provider says that an order, or a price list, has changed. Nothing in it is signed, so nothing in it is believed:
 * it makes us ask. Answered with what VTpass wants to hear, also about an order that we do not know; without it the call is repeated.
 */
export function vtpassCallback(deps: Deps): RequestHandler {
  return (request, response) => {
    const news = readCallback(bodyOf(request));
    if (news === null) throw new AppError('validation_failed', 'the body is no callback that is known here');
    if (news.kind === 'variations') deps.packageList.forget(news.serviceId);
    else requeryInBackground(deps, news.requestId);
    response.json({ response: 'success' });
  };
}

/** Lets nobody else through, before a byte of the body is read. */
export function requireCallbackSecret({ settings }: Deps): RequestHandler {
  return (request, _response, next) => {
    if (!isSecret(String(request.params.secret), settings.callbackSecret)) throw new AppError('unknown_path');
    next();
  };
}

function isSecret(given: string, expected: string | undefined): boolean {
  if (expected === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Open purchases are asked about sooner; one that is final already is put before a person if the provider now says otherwise. */
function requeryInBackground(deps: Deps, providerRef: string): void {
  useFreeSlot(deps.requerySemaphore, async () => {
    const purchase = await findSentPurchase(deps.db, providerRef);
    if (purchase !== null) await requeryPurchase(deps.requery, purchase);
  }).catch((error) => deps.log.warn('a callback could not be followed up', errorFields(error)));
}
