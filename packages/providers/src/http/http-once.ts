import { unzipSync } from 'node:zlib';
import type { SendDeadline } from '@topup/core/provider';
import { createConnections } from './connections';
import { codeOf, type Exchanged, exchangeOnce } from './exchange-once';
import { UNSENT } from './unsent';

/** Many servers close idle connections after 5 s. A request that meets such a close is lost and not provably unsent. */
const IDLE_MS = 4_000;
/** Raw bytes of an exchange. VTpass's answers are about 2 KB, its longest price lists about 50 KB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** As many bytes in ordinary chunks have about 800. */
const MAX_READS = 2_048;

const OF_ALL = { 'Accept-Encoding': 'identity', 'User-Agent': 'prepaid-topup/1' };

/**
 * Result of one request. `unsent`: provably no byte of it left. `unanswered`: it may have left, and no whole answer
 * came back.
 */
export type Exchange =
  | { kind: 'answered'; httpStatus: number; bodyText: string }
  | { kind: 'unsent'; code: 'unreachable' | 'too_late'; reason: string }
  | { kind: 'unanswered'; reason: string };

export type Answered = Extract<Exchange, { kind: 'answered' }>;

/** Headers of one request, beside those of every request: a token that ends. */
export type OwnHeaders = Record<string, string>;

export type PostOnce = (path: string, body: object, deadline: SendDeadline, own?: OwnHeaders) => Promise<Exchange>;

export type GetOnce = (
  path: string,
  query: Record<string, string>,
  deadline: SendDeadline,
  own?: OwnHeaders,
) => Promise<Exchange>;

export type HttpOnceOptions = {
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
  const ask = createAsk('POST', { ...options, headers: { ...options.headers, 'Content-Type': 'application/json' } });
  return (path, body, deadline, own) => ask(path, deadline, own, JSON.stringify(body));
}

/** The same for GET. */
export function createGetOnce(options: HttpOnceOptions): GetOnce {
  const ask = createAsk('GET', options);
  return (path, query, deadline, own) => ask(`${path}?${new URLSearchParams(query)}`, deadline, own);
}

/**
 * axios holds the base URL and the headers, and merges both into each request; `exchangeOnce` is its adapter. It has
 * none of its defaults here: applying them takes longer than the rest of axios.
 */
function createAsk(method: 'GET' | 'POST', { baseUrl, headers, connectTimeoutMs, keepAlive = true }: HttpOnceOptions) {
  // it takes 50 ms to load: a command that only makes references must not pay for it
  const { Axios } = require('axios') as typeof import('axios');
  const connections = createConnections({ idleMs: keepAlive ? IDLE_MS : 0, connectTimeoutMs });
  const client = new Axios({
    baseURL: baseUrl.replace(/\/+$/, ''),
    headers: { Accept: 'application/json', ...headers, ...OF_ALL },
  });
  return async (path: string, deadline: SendDeadline, own: OwnHeaders = {}, body?: string): Promise<Exchange> => {
    const { data } = await client.request<Exchanged>({
      url: path,
      headers: own,
      async adapter(config) {
        const exchanged = await exchangeOnce({
          connections,
          method,
          url: new URL(`${config.baseURL}${config.url}`),
          headers: config.headers.toJSON() as Record<string, string>,
          body,
          deadline,
          maxBytes: MAX_ANSWER_BYTES,
          maxReads: MAX_READS,
        });
        return { data: exchanged, status: exchanged.httpStatus ?? 0, statusText: '', headers: {}, config };
      },
    });
    return outcomeOf(data);
  };
}

function outcomeOf(exchanged: Exchanged): Exchange {
  const { written, httpStatus, fault } = exchanged;
  const bodyText = fault === null ? textOf(exchanged) : null;
  if (httpStatus !== null && bodyText !== null) return { kind: 'answered', httpStatus, bodyText };
  const reason = reasonOf(fault);
  if (written) return { kind: 'unanswered', reason };
  return { kind: 'unsent', code: fault === 'late' ? 'too_late' : 'unreachable', reason };
}

/** Only the code of an error: its message and other fields can hold addresses, headers and bodies. */
function reasonOf(fault: Exchanged['fault']): string {
  if (fault === 'late') return UNSENT.tooLate;
  return fault === null || fault === 'excess' ? 'ERR_BAD_RESPONSE' : (codeOf(fault) ?? 'no error code');
}

/**
 * We ask for no compression, which costs more than it saves at 2 KB, but still read it. A byte order mark is not text.
 * @returns null when it is not compressed as it says
 */
function textOf({ headers, body }: Exchanged): string | null {
  const bytes = Buffer.concat(body);
  const at = headers.findIndex((name, n) => n % 2 === 0 && /^content-encoding$/i.test(name.toString()));
  const isZipped = at >= 0 && /^(?:x-)?gzip$|^deflate$/i.test(`${headers[at + 1]}`);
  try {
    const plain = isZipped ? unzipSync(bytes, { maxOutputLength: MAX_ANSWER_BYTES }) : bytes;
    return plain.toString('utf8').replace(/^\ufeff/, '');
  } catch {
    return null;
  }
}
