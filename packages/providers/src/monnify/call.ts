import type { SendDeadline } from '@topup/core/provider';
import { type Called, createAccessToken, type TokenAnswer, withToken } from '../http/access-token';
import { createGetOnce, createPostOnce, type Exchange } from '../http/http-once';
import { field } from '../http/json';
import { deadlineIn } from '../http/unsent';
import { readAnswer } from './answer/read-answer';

const BILLS = '/api/v1/vas/bills-payment';

export type Api = {
  /** One request, even if the token is rejected. */
  vend(body: object, deadline: SendDeadline): Promise<Called>;
  /** Asks who a customer is, and what a vend for them needs. */
  validate(productCode: string, customerId: string, deadline: SendDeadline): Promise<Called>;
  /** One request, whatever came back: it may open something. */
  post(path: string, body: object, deadline: SendDeadline): Promise<Called>;
  get(path: string, query: Record<string, string>, deadline: SendDeadline): Promise<Called>;
  /** The same for a path below that of bills. */
  getBills(path: string, query: Record<string, string>, deadline: SendDeadline): Promise<Called>;
};

type ApiOptions = {
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  /** For the fetch of a token. */
  tokenTimeoutMs: number;
  connectTimeoutMs: number;
};

/** The calls of Monnify, with the access token that each needs. Never throws. */
export function createApi({ baseUrl, apiKey, secretKey, tokenTimeoutMs, connectTimeoutMs }: ApiOptions): Api {
  const pool = { baseUrl, connectTimeoutMs, headers: {} };
  const post = createPostOnce(pool);
  const get = createGetOnce(pool);
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const login = createPostOnce({ ...pool, headers: { Authorization: `Basic ${basic}` } });
  const tokens = createAccessToken({
    ask: () => login('/api/v1/auth/login', {}, deadlineIn(tokenTimeoutMs)),
    read: readToken,
  });
  const once = { rejectsToken, again: false };
  const twice = { rejectsToken, again: true };
  const getIt: Api['get'] = (path, query, deadline) =>
    withToken(tokens, deadline, twice, (own) => get(path, query, deadline, own));
  const postIt: Api['post'] = (path, body, deadline) =>
    withToken(tokens, deadline, once, (own) => post(path, body, deadline, own));
  return {
    vend: (body, deadline) => postIt(`${BILLS}/vend`, body, deadline),
    post: postIt,
    validate: (productCode, customerId, deadline) =>
      withToken(tokens, deadline, twice, (own) =>
        post(`${BILLS}/validate-customer`, { productCode, customerId }, deadline, own),
      ),
    get: getIt,
    getBills: (path, query, deadline) => getIt(`${BILLS}/${path}`, query, deadline),
  };
}

function readToken(httpStatus: number, bodyText: string): TokenAnswer {
  const { ok, body, isJson } = readAnswer(httpStatus, bodyText);
  if (ok) return { kind: 'token', token: field(body, 'accessToken'), lifeSeconds: field(body, 'expiresIn') };
  const refused = isJson && (httpStatus === 401 || httpStatus === 403);
  return refused
    ? { kind: 'refused', code: `http_${httpStatus}` }
    : { kind: 'unreadable', reason: `HTTP ${httpStatus}` };
}

/** The gateway's word on the token, before anything ran. */
const rejectsToken = (exchange: Exchange): boolean => exchange.kind === 'answered' && exchange.httpStatus === 401;
