import type { SendDeadline } from '@topup/core/provider';
import { type Called, createAccessToken, type TokenAnswer, withToken } from '../http/access-token';
import { parseExact } from '../http/exact';
import { createGetOnce, createPostOnce, type Exchange } from '../http/http-once';
import { field } from '../http/json';
import { deadlineIn } from '../http/unsent';
import { isSuccess, readRefusal } from './answer/read-answer';

type Api = {
  /** For an order: one request, even if the token is rejected. */
  send(path: string, body: object, deadline: SendDeadline): Promise<Called>;
  get(path: string, query: Record<string, string>, deadline: SendDeadline): Promise<Called>;
};

type ApiOptions = {
  authUrl: string;
  topupsUrl: string;
  clientId: string;
  clientSecret: string;
  /** For the fetch of a token. */
  tokenTimeoutMs: number;
  connectTimeoutMs: number;
};

/** The calls of Reloadly's top-ups, with the access token that each needs. Never throws. */
export function createApi(options: ApiOptions): Api {
  const { authUrl, topupsUrl, clientId, clientSecret, tokenTimeoutMs, connectTimeoutMs } = options;
  // Reloadly closes each connection: one that is kept would be lost as an order is written to it
  const pool = { connectTimeoutMs, keepAlive: false };
  const product = { ...pool, baseUrl: topupsUrl, headers: { Accept: 'application/com.reloadly.topups-v1+json' } };
  const post = createPostOnce(product);
  const get = createGetOnce(product);
  const askToken = createPostOnce({ ...pool, baseUrl: authUrl, headers: {} });
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    audience: topupsUrl,
  };
  const tokens = createAccessToken({
    ask: () => askToken('/oauth/token', body, deadlineIn(tokenTimeoutMs)),
    read: readToken,
  });
  const once = { rejectsToken, again: false };
  const twice = { rejectsToken, again: true };
  return {
    send: (path, order, deadline) => withToken(tokens, deadline, once, (own) => post(path, order, deadline, own)),
    get: (path, query, deadline) => withToken(tokens, deadline, twice, (own) => get(path, query, deadline, own)),
  };
}

function readToken(httpStatus: number, bodyText: string): TokenAnswer {
  const body = parseExact(bodyText);
  if (isSuccess(httpStatus))
    return { kind: 'token', token: field(body, 'access_token'), lifeSeconds: field(body, 'expires_in') };
  const refusal = readRefusal(body, httpStatus);
  return refusal !== null && [400, 401, 403].includes(httpStatus)
    ? { kind: 'refused', code: refusal.code ?? `http_${httpStatus}` }
    : { kind: 'unreadable', reason: `HTTP ${httpStatus}` };
}

/** In whatever words: a new token costs one request. What a rejected one means for an order is judged apart. */
const rejectsToken = (exchange: Exchange): boolean =>
  exchange.kind === 'answered' && (exchange.httpStatus === 401 || exchange.httpStatus === 403);
