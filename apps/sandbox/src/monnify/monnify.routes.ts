import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Delays } from '../faults/delays';
import type { Outage } from '../faults/outage';
import { createBearerTokens } from '../http/bearer-tokens';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf, readBody } from '../http/read-body';
import type { SandboxOptions } from '../settings';
import type { Store } from '../store/store';
import { catalogueRoutes } from './catalogue.routes';
import { failure, SYSTEM_FAULT, success, UNAUTHORIZED } from './replies';
import { requeryRoute } from './requery.route';
import { validateRoute } from './validate.route';
import { recordPost, vendRoute } from './vend.route';
import { walletRoutes } from './wallet.routes';

/** The paths that can be down, by their last part. */
export const MONNIFY_PATHS = [
  'login',
  'biller-categories',
  'billers',
  'biller-products',
  'validate-customer',
  'vend',
  'requery',
  'wallet-balance',
  'statement',
  'transactions',
];

type MonnifyDeps = { store: Store; options: SandboxOptions; delays: Delays; outage: Outage };

/** An imitation of Monnify's Bills Payment, below `/monnify`. */
export function monnifyRoutes({ store, options, delays, outage }: MonnifyDeps): Router {
  const tokens = createBearerTokens(options.monnify.secretKey);
  const basic = `Basic ${Buffer.from(`${options.monnify.apiKey}:${options.monnify.secretKey}`).toString('base64')}`;

  const needsToken: RequestHandler = (request, response, next) => {
    if (tokens.check(request.headers, options.now()) === 'valid') return next();
    if (request.path.endsWith('/vend')) recordPost(store, fieldsOf(request).reference, options.now(), 'refused 401');
    sendExactJson(response, UNAUTHORIZED, 401);
  };

  const bills = Router()
    .use(catalogueRoutes())
    .post('/validate-customer', validateRoute({ store, options }))
    .post('/vend', vendRoute({ store, options, delays }))
    .get('/requery', requeryRoute({ store, options }));

  return Router()
    .use(outage.middleware)
    .post('/api/v1/auth/login', (request, response) => {
      if (request.headers.authorization !== basic)
        return sendExactJson(response, failure('Invalid API key or secret key'), 401);
      const expiresIn = store.monnify.knobs().expires_in;
      sendExactJson(response, success({ accessToken: tokens.issue(options.now(), expiresIn), expiresIn }));
    })
    .use(readBody, needsToken)
    .use('/api/v1/vas/bills-payment', bills)
    .use('/api', walletRoutes({ store, options }))
    .use(answerNotFound)
    .use(answerSystemError);
}

const answerNotFound: RequestHandler = ({ method, path }, response) => {
  sendExactJson(response, failure(`No handler found for ${method} ${path}`), 404);
};

/** A fault of the sandbox itself looks like one of Monnify. */
const answerSystemError: ErrorRequestHandler = (fault, _request, response, next) => {
  if (response.headersSent) next(fault);
  else sendExactJson(response, SYSTEM_FAULT, 500);
};
