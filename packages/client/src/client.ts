import { NoAnswerError } from './no-answer-error';
import { type AnswerOf, endpoints, isServiceStatus, type OperationName, type RequestOf } from './operations';

export type ClientOptions = {
  /** The URL of the service without `/v1`: `https://topup.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** For the whole exchange. Default 60,000, which is longer than the service waits for a provider. */
  timeoutMs?: number;
  /** Replaces Node's `fetch`. It must not send a request again. */
  fetch?: typeof fetch;
};

/** `signal` ends the wait. It does not cancel a purchase. */
export type CallOptions = { signal?: AbortSignal };

type Call<Name extends OperationName> = [RequestOf<Name>] extends [never]
  ? (options?: CallOptions) => Promise<AnswerOf<Name>>
  : (request: RequestOf<Name>, options?: CallOptions) => Promise<AnswerOf<Name>>;

/**
 * One function for each endpoint. It resolves with the answer for every HTTP status, and rejects with NoAnswerError
 * only if no answer arrived. Nothing is sent twice, because the outcome of the first request is then unknown.
 */
export type Client = { [Name in OperationName]: Call<Name> };

/** @throws TypeError if `baseUrl` is not an absolute http(s) URL or `apiKey` is empty */
export function createClient(options: ClientOptions): Client {
  const settings = requireValid(options);
  return {
    buyAirtime: (order, call) => exchange(settings, 'buyAirtime', order, call),
    listDataPlans: (call) => exchange(settings, 'listDataPlans', undefined, call),
    buyData: (order, call) => exchange(settings, 'buyData', order, call),
    cablePackages: (query, call) => exchange(settings, 'cablePackages', query, call),
    verifySmartcard: (query, call) => exchange(settings, 'verifySmartcard', query, call),
    buyCable: (order, call) => exchange(settings, 'buyCable', order, call),
    verifyMeter: (query, call) => exchange(settings, 'verifyMeter', query, call),
    buyElectricity: (order, call) => exchange(settings, 'buyElectricity', order, call),
    transactionStatus: (query, call) => exchange(settings, 'transactionStatus', query, call),
    setWebhook: (settingsOfWebhook, call) => exchange(settings, 'setWebhook', settingsOfWebhook, call),
    getWebhook: (call) => exchange(settings, 'getWebhook', undefined, call),
    walletBalance: (call) => exchange(settings, 'walletBalance', undefined, call),
    fundTestWallet: (funding, call) => exchange(settings, 'fundTestWallet', funding, call),
    resetTestAccount: (options, call) => exchange(settings, 'resetTestAccount', options, call),
  };
}

const PURCHASES: readonly OperationName[] = ['buyAirtime', 'buyData', 'buyCable', 'buyElectricity'];

function requireValid({
  baseUrl,
  apiKey,
  timeoutMs = 60_000,
  fetch: send = fetch,
}: ClientOptions): Required<ClientOptions> {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be an absolute http or https URL');
  if (apiKey === '') throw new TypeError('apiKey must not be empty');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, timeoutMs, fetch: send };
}

/** Sends one request. Does not follow redirects, because that would send a purchase again. */
async function exchange<Name extends OperationName>(
  settings: Required<ClientOptions>,
  name: Name,
  request: object | undefined,
  { signal }: CallOptions = {},
): Promise<AnswerOf<Name>> {
  const [method, path] = endpoints[name];
  const noAnswer = (what: string, cause?: unknown) =>
    new NoAnswerError(`${method} ${path}`, what, referenceOf(name, request), { cause });
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const init: RequestInit = {
    ...toInit(settings.apiKey, request),
    method,
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
  const { status, headers, text } = await receive(settings.fetch, `${settings.baseUrl}${path}`, init).catch((cause) => {
    throw noAnswer(timeout.aborted ? `none within ${settings.timeoutMs} ms` : String(cause), cause);
  });
  const body = readObject(text);
  if (!isServiceStatus(status) || body === null) throw noAnswer(`HTTP ${status} came from something in between`);
  const [errorCode, requestId] = [headers.get('x-error-code'), headers.get('x-request-id')];
  return { httpStatus: status, body, errorCode, requestId, headers } as AnswerOf<Name>;
}

function referenceOf(name: OperationName, request: object | undefined): string | undefined {
  if (!PURCHASES.includes(name) || request === undefined || !('request_ref' in request)) return undefined;
  return String(request.request_ref);
}

function toInit(apiKey: string, request: object | undefined): RequestInit {
  const headers = { Authorization: `Bearer ${apiKey}` };
  if (request === undefined) return { headers };
  return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(request) };
}

async function receive(
  send: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await send(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Every answer of the service is a JSON object with a message. */
function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
      ? value
      : null;
  } catch {
    return null;
  }
}
