import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { Outage } from '../faults/outage';
import { fieldsOf, isPlainJson, readBody, readPlainJson } from '../http/read-body';
import { catalogueRoutes } from './catalogue/catalogue.routes';
import { mayGet } from './credentials';
import type { VtpassDeps } from './deps';
import { payRoute } from './orders/pay.route';
import { requeryRoute } from './orders/requery.route';
import { rejectionReply, SYSTEM_ERROR, sendJson } from './replies';
import { verifyRoute } from './verify/verify.route';

/** The paths below `/api` that can be down. */
export const VTPASS_PATHS = [
  'pay',
  'requery',
  'merchant-verify',
  'service-variations',
  'service-categories',
  'services',
  'balance',
];

/** An imitation of VTpass, below `/api`. */
export function vtpassRoutes(deps: VtpassDeps, outage: Outage) {
  const { book, keys } = deps;
  const pay = payRoute(deps);
  const routes = Router()
    .post('/pay', readBody, (request: Request, response: Response) => pay(fieldsOf(request), request.headers, response))
    .post('/requery', readBody, requeryRoute(deps))
    .post('/merchant-verify', readBody, verifyRoute(deps))
    .use(catalogueRoutes(deps))
    .get('/balance', (request, response) => {
      const answer = { code: 1, contents: { balance: book.floatNaira() } };
      response.json(mayGet(request.headers, keys) ? answer : rejectionReply('087'));
    })
    .use(answerSystemError);

  /** Takes purchases in the form that our adapter sends. */
  function bypass(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url } = request;
    if (method !== 'POST' || url !== '/api/pay' || outage.paths().includes('pay') || !isPlainJson(request))
      return false;
    readPlainJson(
      request,
      (fields) => void pay(fields, request.headers, response).catch(() => sendJson(response, SYSTEM_ERROR, 500)),
    );
    return true;
  }

  return { routes, bypass };
}

/** A fault of the sandbox itself, such as a full disk, looks like a fault of VTpass. */
const answerSystemError: ErrorRequestHandler = (fault, _request, response, next) => {
  if (response.headersSent) next(fault);
  else response.status(500).json(SYSTEM_ERROR);
};
