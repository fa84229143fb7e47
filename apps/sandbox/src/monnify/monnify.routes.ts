import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { createBearerTokens } from '../http/bearer-tokens';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf, readBody } from '../http/read-body';
import { catalogueRoutes } from './catalogue.routes';
import { COLLECTION_PATHS, collectionPathName, collectionRoutes, refuseBarePipe } from './collections/account.routes';
import type { MonnifyDeps } from './deps';
import { failure, SYSTEM_FAULT, success, UNAUTHORIZED } from './replies';
import { requeryRoute } from './requery.route';
import { validateRoute } from './validate.route';
import { vendRoute } from './vend.route';
import { walletRoutes } from './wallet.routes';

/** The paths that can be down. */
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
  ...COLLECTION_PATHS,
];

/** Those of collections have names of their own, the others that of their last part. */
export const monnifyPathName = (path: string): string | undefined => collectionPathName(path) ?? path.split('/').at(-1);

/** An imitation of Monnify's Bills Payment and of its reserved accounts, below `/monnify`. */
export function monnifyRoutes(deps: MonnifyDeps): Router {
  const { book, options, keys } = deps;
  const tokens = createBearerTokens(keys.MONNIFY_SECRET_KEY);
  const basic = `Basic ${Buffer.from(`${keys.MONNIFY_API_KEY}:${keys.MONNIFY_SECRET_KEY}`).toString('base64')}`;

  const needsToken: RequestHandler = (request, response, next) => {
    if (tokens.check(request.headers, options.now()) === 'valid') return next();
    if (request.path.endsWith('/vend')) book.post(fieldsOf(request).reference, options.now(), 'refused 401');
    sendExactJson(response, UNAUTHORIZED, 401);
  };

  const bills = Router()
    .use(catalogueRoutes())
    .post('/validate-customer', validateRoute(deps))
    .post('/vend', vendRoute(deps))
    .get('/requery', requeryRoute(deps));

  return Router()
    .use(refuseBarePipe)
    .post('/api/v1/auth/login', (request, response) => {
      if (request.headers.authorization !== basic)
        return sendExactJson(response, failure('Invalid API key or secret key'), 401);
      const expiresIn = book.knobs().expires_in;
      sendExactJson(response, success({ accessToken: tokens.issue(options.now(), expiresIn), expiresIn }));
    })
    .use(readBody, needsToken)
    .use('/api/v1/vas/bills-payment', bills)
    .use('/api', walletRoutes(deps), collectionRoutes(deps))
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
