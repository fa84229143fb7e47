import http from 'node:http';
import https from 'node:https';
import type { SendDeadline } from '@topup/core/provider';
import type { Axios, AxiosRequestConfig } from 'axios';
import { connectFirst } from './connect-first';
import { nodeAdapter } from './node-adapter';
import { withShortReads } from './open-exchange';
import { TOO_LATE, UNSENT } from './unsent';

/** Many servers close idle connections after 5 s. A request that meets such a close is lost and not provably unsent. */
const FREE_SOCKET_TIMEOUT_MS = 4_000;

/**
 * What became of one request. `unsent`: provably no byte of it left. `unanswered`: it may have left, and no whole
 * answer came back.
 */
export type Exchange =
  | { kind: 'answered'; httpStatus: number; bodyText: string }
  | { kind: 'unsent'; code: 'unreachable' | 'too_late'; reason: string }
  | { kind: 'unanswered'; reason: string };

export type Answered = Extract<Exchange, { kind: 'answered' }>;

/** Headers of one request, beside those of every request: a token that ends. */
type OwnHeaders = Record<string, string>;

export type PostOnce = (path: string, body: object, deadline: SendDeadline, own?: OwnHeaders) => Promise<Exchange>;

export type GetOnce = (
  path: string,
  query: Record<string, string>,
  deadline: SendDeadline,
  own?: OwnHeaders,
) => Promise<Exchange>;

type Client = Pick<InstanceType<typeof Axios>, 'request'>;

type HttpOnceOptions = {
  baseUrl: string;
  /** `Accept` is `application/json` unless it is here. */
  headers: Record<string, string>;
  connectTimeoutMs: number;
  /** Off for a server that closes each connection after its answer. Default on. */
  keepAlive?: boolean;
};

/**
 * Makes a function that POSTs JSON once, without retry, redirect or proxy. It returns the answer as text under any
 * status and never throws.
 */
export function createPostOnce(options: HttpOnceOptions): PostOnce {
  const client = createClient({ ...options, headers: { ...options.headers, 'Content-Type': 'application/json' } });
  return (path, body, deadline, own = {}) =>
    exchange(client, { method: 'POST', url: path, data: JSON.stringify(body), headers: own }, deadline);
}

/** The same for GET. */
export function createGetOnce(options: HttpOnceOptions): GetOnce {
  const client = createClient(options);
  return (path, query, deadline, own = {}) =>
    exchange(client, { method: 'GET', url: `${path}?${new URLSearchParams(query)}`, headers: own }, deadline);
}

/**
 * Proof of `unsent`: the request gets only connected sockets, the deadline is read in the tick in which the request
 * would be written, and `written` is set only there. So a failure without `written` came before the first byte; a
 * failure with it proves nothing.
 */
async function exchange(client: Client, request: AxiosRequestConfig, deadline: SendDeadline): Promise<Exchange> {
  const remainingMs = deadline.remainingMs();
  if (remainingMs <= 0) return { kind: 'unsent', code: 'too_late', reason: UNSENT.tooLate };
  let written = false;
  const startWriting = () => {
    written = deadline.remainingMs() > 0;
    return written;
  };
  try {
    const answer = await client.request<string>({
      ...request,
      timeout: remainingMs,
      adapter: nodeAdapter(startWriting),
    });
    return { kind: 'answered', httpStatus: answer.status, bodyText: answer.data };
  } catch (error) {
    const reason = describe(error);
    if (written) return { kind: 'unanswered', reason };
    return { kind: 'unsent', code: TOO_LATE.has(reason) ? 'too_late' : 'unreachable', reason };
  }
}

/**
 * axios still holds the base URL, headers and agents, merges them into each request and calls `nodeAdapter`, which does
 * the HTTP work. It has none of its defaults here: merging and applying them takes longer than the rest of axios.
 */
function createClient({ baseUrl, headers, connectTimeoutMs, keepAlive = true }: HttpOnceOptions): Client {
  // it takes 50 ms to load: a command that only makes references must not pay for it
  const { Axios, VERSION } = require('axios') as typeof import('axios');
  const pool = keepAlive ? { keepAlive, timeout: FREE_SOCKET_TIMEOUT_MS } : { keepAlive };
  return new Axios({
    baseURL: baseUrl.replace(/\/+$/, ''),
    headers: {
      Accept: 'application/json',
      ...headers,
      'Accept-Encoding': 'identity',
      'User-Agent': `axios/${VERSION}`,
    },
    httpAgent: connectFirst(withShortReads(new http.Agent(pool)), connectTimeoutMs),
    httpsAgent: connectFirst(new https.Agent(pool), connectTimeoutMs),
  });
}

/** Only the code: the message and other fields of an axios error hold addresses, headers and bodies. */
function describe(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no error code';
}
