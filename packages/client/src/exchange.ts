import { endpoints, type OperationName } from './operations';
import { VERSION } from './version';

/** Where requests go, and how. */
export type Connection = {
  /** The URL of the service without `/v1`: `https://topup.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Replaces Node's `fetch`. It must not send a request again. */
  fetch?: typeof fetch;
};

/** The answer to one request. `body`: a JSON object with a message, as every answer of the service is; or null. */
export type RawAnswer = { status: number; headers: Headers; body: Record<string, unknown> | null };

/** No answer of the service arrived. It is unknown what the service did, unless `sent` is false. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    override readonly cause: unknown,
    /** False when it is certain that nothing was sent: the connection or the port was refused, or the name unknown. */
    readonly sent: boolean,
  ) {
    super('No answer of the service came.');
  }
}

const USER_AGENT = `topup-client/${VERSION} node/${process.versions.node}`;

/** @throws TypeError if `baseUrl` is not an absolute http(s) URL or `apiKey` is empty */
export function requireConnection({ baseUrl, apiKey, fetch: send = fetch }: Connection): Required<Connection> {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be an absolute http or https URL');
  if (apiKey === '') throw new TypeError('apiKey must not be empty');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, fetch: send };
}

/**
 * Sends one request, once. Does not follow redirects, because that would send a purchase again. `signal` ends it.
 * `prefer`: the header of that name.
 * @throws NoAnswerError
 */
export async function exchange(
  { baseUrl, apiKey, fetch: send }: Required<Connection>,
  name: OperationName,
  request: object | undefined,
  signal: AbortSignal,
  prefer?: string,
): Promise<RawAnswer> {
  const [method, path] = endpoints[name];
  const headers = { ...requestHeaders({ apiKey }), ...(prefer !== undefined && { Prefer: prefer }) };
  const init: RequestInit =
    method === 'GET'
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(request) };
  const url = `${baseUrl}${path}${method === 'GET' ? toQuery(request) : ''}`;
  try {
    const response = await send(url, { ...init, method, redirect: 'manual', signal });
    return { status: response.status, headers: response.headers, body: readObject(await response.text()) };
  } catch (cause) {
    throw new NoAnswerError(cause, !isProvablyUnsent(cause));
  }
}

export const requestHeaders = ({ apiKey }: Pick<Connection, 'apiKey'>): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  'User-Agent': USER_AGENT,
});

function toQuery(fields: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

/** The message of Node's fetch, which gives no code, about a port of another protocol: it does not connect to one. */
export const BAD_PORT = 'bad port';

/** Faults before a byte of the request is written: of the port, the name, the connection, the certificate. */
const BEFORE_SENDING =
  /^(bad port|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_[A-Z_]+)$/;

export const isProvablyUnsent = (error: unknown): boolean => BEFORE_SENDING.test(codeOf(error));

/** Why the way to the service failed: the code that Node gives, such as `ECONNRESET`, or else the name of the error. */
export function codeOf(error: unknown): string {
  // by their fields: an error of another realm is no instance of our Error
  const { name, code, cause } = Object(error);
  const { code: deeper, message, name: kind } = Object(cause);
  if (message === BAD_PORT) return BAD_PORT;
  return [code, deeper, kind, name].find((each) => typeof each === 'string') ?? 'unknown';
}
