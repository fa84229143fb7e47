import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { createBearerTokens } from '../http/bearer-tokens';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf, readBody } from '../http/read-body';
import type { ReloadlyDeps } from './deps';
import { fullNumber } from './money';
import { operatorRoutes } from './operator.routes';
import { type ErrorCode, sendError, toBalance } from './replies';
import { reportRoutes } from './report.routes';
import { topUpRoutes } from './top-up.route';

/** The names of the paths that can be down. */
export const RELOADLY_PATHS = ['token', 'topups', 'topups-async', 'status', 'transactions', 'operators', 'balance'];

/** The name of a path: `transactions` is the list and one row of it, `operators` all that is about them. */
export function reloadlyPathName(path: string): string | undefined {
  if (path.startsWith('/operators')) return 'operators';
  if (path.startsWith('/topups/reports')) return 'transactions';
  return path.split('/').at(-1);
}

const SCOPE = 'send-topups read-operators read-topups-history read-prepaid-balance';
const WRONG_GRANT = { error: 'unauthorized_client', error_description: 'The grant type must be client_credentials' };

/** An imitation of Reloadly's airtime product and of its token server, below `/reloadly`. */
export function reloadlyRoutes(deps: ReloadlyDeps): Router {
  const { book, options, keys, settlements } = deps;
  const tokens = createBearerTokens(keys.RELOADLY_CLIENT_SECRET, isOfTopUps);
  const topUps = topUpRoutes(deps);

  function refuse({ path }: Request, response: Response, code: ErrorCode): void {
    sendError(response, code, path, options.now());
  }

  const begin: RequestHandler = (_request, response, next) => {
    response.setHeader('connection', 'close'); // as the real one, after each answer
    settlements.settleDue();
    next();
  };

  const issueToken: RequestHandler = (request, response) => {
    const { client_id, client_secret, grant_type, audience } = fieldsOf(request);
    if (grant_type !== 'client_credentials') return sendExactJson(response, WRONG_GRANT, 403);
    if (client_id !== keys.RELOADLY_CLIENT_ID || client_secret !== keys.RELOADLY_CLIENT_SECRET)
      return refuse(request, response, 'INVALID_CREDENTIALS');
    if (!isWebAddress(audience)) return refuse(request, response, 'INVALID_AUDIENCE');
    const { expires_in } = book.knobs();
    const access_token = tokens.issue(options.now(), expires_in, audience);
    sendExactJson(response, { access_token, scope: SCOPE, expires_in, token_type: 'Bearer' });
  };

  const needsToken: RequestHandler = (request, response, next) => {
    const token = tokens.check(request.headers, options.now());
    if (token === 'valid') return next();
    const code = token === 'missing' ? 'MISSING_TOKEN' : 'INVALID_TOKEN';
    if (request.method === 'POST' && request.path.startsWith('/topups'))
      book.post(fieldsOf(request).customIdentifier, options.now(), `refused ${code}`);
    refuse(request, response, code);
  };

  const answerNotFound: RequestHandler = ({ path }, response) => {
    const body = { timestamp: options.now().toISOString(), status: 404, error: 'Not Found', path };
    sendExactJson(response, body, 404);
  };

  /** A fault of the sandbox itself looks like one of Reloadly. */
  const answerSystemError: ErrorRequestHandler = (fault, request, response, next) => {
    if (response.headersSent) next(fault);
    else refuse(request, response, 'PROVIDER_INTERNAL_ERROR');
  };

  return Router()
    .use(begin, readBody)
    .post('/oauth/token', issueToken)
    .use(needsToken)
    .post('/topups', topUps.sync)
    .post('/topups-async', topUps.async)
    .use(reportRoutes(deps))
    .use(operatorRoutes(deps))
    .get('/accounts/balance', (_request, response) => {
      const balance = fullNumber(book.balance());
      sendExactJson(response, { balance, ...toBalance(book.knobs().currency, options.now()) });
    })
    .use(answerNotFound)
    .use(answerSystemError);
}

/** The address of top-ups, as Reloadly names it or as this sandbox is reached, letter by letter. */
const isOfTopUps = (audience: unknown): boolean =>
  typeof audience === 'string' &&
  /^https:\/\/topups(-sandbox)?\.reloadly\.com$|^https?:\/\/[^/]+\/reloadly$/.test(audience);

/** A token is given for any product, and the door refuses those of other ones. */
function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}
